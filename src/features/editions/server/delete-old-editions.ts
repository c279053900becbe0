import { and, isNull, lt, or } from 'drizzle-orm';
import type { ServerContext } from '#platform/server/server-context.ts';
import { KNOWN_EDITION_TTL_MS, UNKNOWN_EDITION_TTL_MS } from '../rules.ts';
import { fetchedEditions } from './table.ts';

/** Deletes responses of remote sources that are too old. */
export async function deleteOldEditions({
  database,
  clock,
}: Pick<ServerContext, 'database' | 'clock'>): Promise<void> {
  const { title, fetchedAt } = fetchedEditions;
  const isOlderThan = (ttlMs: number) => lt(fetchedAt, new Date(clock.now().getTime() - ttlMs));
  await database.orm
    .delete(fetchedEditions)
    .where(or(isOlderThan(KNOWN_EDITION_TTL_MS), and(isNull(title), isOlderThan(UNKNOWN_EDITION_TTL_MS))));
}

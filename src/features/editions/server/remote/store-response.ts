import type { ServerContext } from '#platform/server/server-context.ts';
import type { RemoteSourceName } from '../../rules.ts';
import { fetchedEditions } from '../table.ts';
import { reassignWork } from '../works/assign-works.ts';
import { worksChanged } from '../works/work-cache.ts';
import { toStoredFacts } from '../works/work-keys.ts';
import type { RemoteFacts } from './remote-source.ts';

type Context = Pick<ServerContext, 'database' | 'clock' | 'events'>;

/** Stores what a source knows of an ISBN, null for nothing, and which work that makes it an edition of. */
export async function storeResponse(
  { database, clock, events }: Context,
  isbn: string,
  source: RemoteSourceName,
  facts: RemoteFacts | null,
): Promise<void> {
  const now = clock.now();
  const row = { ...(facts === null ? { title: null } : toStoredFacts(facts)), fetchedAt: now };
  await database.transaction(async (tx) => {
    await tx
      .insert(fetchedEditions)
      .values({ isbn, source, ...row })
      .onConflictDoUpdate({ target: [fetchedEditions.isbn, fetchedEditions.source], set: row });
    if (facts === null || !(await reassignWork(tx, isbn, now))) return;
    events.publish(worksChanged, {});
  });
}

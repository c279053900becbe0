import { lt } from 'drizzle-orm';
import type { ServerContext } from '#platform/server/server-context.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { SUPPORT_TTL_DAYS } from '../rules.ts';
import { supportMessages } from './table.ts';

/** Deletes messages that were closed long ago. */
export async function deleteOldSupportMessages({
  database,
  clock,
}: Pick<ServerContext, 'database' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - SUPPORT_TTL_DAYS * DAY_MS);
  await database.orm.delete(supportMessages).where(lt(supportMessages.closedAt, before));
}

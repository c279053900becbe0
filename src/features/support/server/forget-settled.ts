import { lt } from 'drizzle-orm';
import type { ServerContext } from '#platform/server/server-context.ts';
import { supportKeptDays } from '../rules.ts';
import { supportMessages } from './table.ts';

const day = 24 * 60 * 60_000;

/** Removes messages that were dealt with long ago. */
export async function forgetSettled({
  database,
  clock,
}: Pick<ServerContext, 'database' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - supportKeptDays * day);
  await database.orm.delete(supportMessages).where(lt(supportMessages.closedAt, before));
}

import { and, eq, isNull, lte } from 'drizzle-orm';
import type { ServerContext } from '#platform/server/server-context.ts';
import { notifications } from './table.ts';

/** Marks the notifications of a kind up to a time as seen. Returns whether there were any. */
export async function markSeen(
  { database, clock }: Pick<ServerContext, 'database' | 'clock'>,
  { userId, kind, upTo }: { userId: string; kind: string; upTo: Date },
): Promise<boolean> {
  const isMeant = and(eq(notifications.userId, userId), eq(notifications.kind, kind));
  const { rowCount } = await database.orm
    .update(notifications)
    .set({ seenAt: clock.now() })
    .where(and(isMeant, isNull(notifications.seenAt), lte(notifications.createdAt, upTo)));
  return (rowCount ?? 0) > 0;
}

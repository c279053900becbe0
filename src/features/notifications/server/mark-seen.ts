import { and, eq, isNull, lte, sql } from 'drizzle-orm';
import type { ServerContext } from '#platform/server/server-context.ts';
import { MESSAGE_KIND } from '../rules.ts';
import { notifications } from './table.ts';

type Context = Pick<ServerContext, 'database' | 'clock'>;

/** Marks the notifications of a kind up to a time as seen. Returns whether there were any. */
export async function markSeen(
  { database, clock }: Context,
  { userId, kind, upTo }: { userId: string; kind: string; upTo: Date },
): Promise<boolean> {
  const isOfUser = and(eq(notifications.userId, userId), eq(notifications.kind, kind));
  const { rowCount } = await database.orm
    .update(notifications)
    .set({ seenAt: clock.now() })
    .where(and(isOfUser, isNull(notifications.seenAt), lte(notifications.createdAt, upTo)));
  return (rowCount ?? 0) > 0;
}

/** Marks notifications of messages that the user has seen on a page of the product. */
export async function markMessagesSeen(
  { database, clock }: Context,
  userId: string,
  { conversationId, upToSeq }: { conversationId: string; upToSeq: number },
): Promise<void> {
  await database.orm
    .update(notifications)
    .set({ seenAt: clock.now() })
    .where(
      and(
        eq(notifications.userId, userId),
        eq(notifications.kind, MESSAGE_KIND),
        eq(notifications.subjectId, conversationId),
        lte(notifications.seq, upToSeq),
        sql`seen_at IS NULL AND push_at IS NOT NULL`,
      ),
    );
}

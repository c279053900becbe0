import { conversationProblem } from '../contract.ts';
import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { Message } from '../contract.ts';
import { participantSide } from '../rules.ts';
import { isBlocking } from './blocking-condition.ts';
import { type ConversationActivity, conversationActivity } from './conversation-events.ts';
import { toMessage } from './list-messages.ts';
import { conversations, messages } from './table.ts';

/**
 * Marks a received message and all earlier ones as read. Repeated, or by a user who has blocked the sender,
 * it changes nothing: the sender must not learn of it. Earlier withheld messages are marked too, since a gap
 * would tell their sender. Throws 'message-not-found', also for the sender.
 */
export async function markRead(
  { database, clock, events }: Pick<ServerContext, 'database' | 'clock' | 'events'>,
  actor: Pick<Actor, 'id'>,
  messageId: string,
): Promise<Message> {
  const now = clock.now();
  const done = await database.transaction(async (tx) => {
    const received = and(
      eq(messages.id, messageId),
      eq(messages.receiverId, actor.id),
      eq(messages.isWithheld, false),
    );
    const [conversation] = await tx
      .select({
        seq: messages.seq,
        conversation: conversations,
        isBlocking: { buyer: isBlocking('buyer'), seller: isBlocking('seller') },
      })
      .from(messages)
      .innerJoin(conversations, eq(conversations.id, messages.conversationId))
      .where(received)
      .for('no key update', { of: conversations });
    if (conversation === undefined) throw conversationProblem('message-not-found');
    const { seq, isBlocking: blocking } = conversation;
    const { id, buyerId, sellerId } = conversation.conversation;
    const side = participantSide({ buyerId, sellerId }, actor.id) ?? 'buyer';
    const readSeq =
      side === 'buyer' ? conversation.conversation.buyerReadSeq : conversation.conversation.sellerReadSeq;
    let activity: ConversationActivity | null = null;
    if (seq > readSeq && !blocking[side]) {
      const read = await tx
        .update(messages)
        .set({ readAt: now })
        .where(
          and(
            eq(messages.conversationId, id),
            eq(messages.receiverId, actor.id),
            gt(messages.seq, readSeq),
            lte(messages.seq, seq),
            isNull(messages.readAt),
          ),
        )
        .returning({ isWithheld: messages.isWithheld });
      const unread = side === 'buyer' ? conversations.buyerUnread : conversations.sellerUnread;
      await tx
        .update(conversations)
        .set({
          [`${side}Unread`]: sql`${unread} - ${read.filter(({ isWithheld }) => !isWithheld).length}`,
          [`${side}ReadSeq`]: seq,
          [`${side}ReadAt`]: now,
        })
        .where(eq(conversations.id, id));
      const readAt = now.toISOString();
      activity = {
        kind: 'read',
        conversationId: id,
        buyerId,
        sellerId,
        readerId: actor.id,
        upToSeq: seq,
        readAt,
        silent: blocking[side === 'buyer' ? 'seller' : 'buyer'],
      };
    }
    const [row] = await tx.select().from(messages).where(received);
    if (row === undefined) throw conversationProblem('message-not-found');
    return { message: toMessage(row), activity };
  });
  if (done.activity !== null) events.publish(conversationActivity, done.activity);
  return done.message;
}

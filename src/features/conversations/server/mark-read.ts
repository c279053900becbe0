import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { conversationProblem, type Message } from '../contract.ts';
import { participantSide } from '../rules.ts';
import { isBlocking, isForBoth } from './conversation-conditions.ts';
import { type ConversationActivity, conversationActivity } from './conversation-events.ts';
import { findMessage, messageForReader } from './messages/message-rows.ts';
import { conversations, messages } from './table.ts';

/**
 * Marks a received message and all earlier ones as read. Repeated, or by a user who has blocked the sender,
 * it changes nothing: the sender must not learn of it. Earlier withheld messages are marked too, since a gap
 * would tell their sender. Throws 'message-not-found', also for the sender.
 */
export async function markRead(
  context: Pick<ServerContext, 'database' | 'clock' | 'events' | 'publicUrl' | 'market'>,
  actor: Pick<Actor, 'id'>,
  messageId: string,
): Promise<Message> {
  const { database, clock, events } = context;
  const now = clock.now();
  return database.transaction(async (tx) => {
    const conversation = await lockConversationOfMessage(tx, messageId, actor.id);
    const { readSeq, seq, isBlocking } = conversation;
    const isUnread = seq > readSeq && !isBlocking;
    if (isUnread) events.publish(conversationActivity, await markReadUpTo(tx, conversation, actor.id, now));
    const message = await findMessage(tx, isReceived(messageId, actor.id), now);
    if (message === undefined) throw conversationProblem('message-not-found');
    return messageForReader(context, message, actor.id);
  });
}

const isReceived = (messageId: string, readerId: string) =>
  and(
    eq(messages.id, messageId),
    or(
      and(eq(messages.receiverId, readerId), eq(messages.isWithheld, false)),
      and(eq(messages.senderId, readerId), isForBoth),
    ),
  );

type LockedConversation = {
  id: string;
  buyerId: string;
  sellerId: string;
  /** The reader's side of the conversation, and that side's read position. */
  side: 'buyer' | 'seller';
  readSeq: number;
  /** The message to mark. */
  seq: number;
  /** Whether the reader has blocked the other participant, and the reverse. */
  isBlocking: boolean;
  isBlocked: boolean;
};

async function lockConversationOfMessage(
  tx: Transaction,
  messageId: string,
  readerId: string,
): Promise<LockedConversation> {
  const [found] = await tx
    .select({
      seq: messages.seq,
      conversation: conversations,
      isBlocking: { buyer: isBlocking('buyer'), seller: isBlocking('seller') },
    })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .where(isReceived(messageId, readerId))
    .for('no key update', { of: conversations });
  if (found === undefined) throw conversationProblem('message-not-found');
  const { id, buyerId, sellerId, buyerReadSeq, sellerReadSeq } = found.conversation;
  const side = participantSide({ buyerId, sellerId }, readerId) ?? 'buyer';
  return {
    id,
    buyerId,
    sellerId,
    side,
    readSeq: side === 'buyer' ? buyerReadSeq : sellerReadSeq,
    seq: found.seq,
    isBlocking: found.isBlocking[side],
    isBlocked: found.isBlocking[side === 'buyer' ? 'seller' : 'buyer'],
  };
}

async function markReadUpTo(
  tx: Transaction,
  { id, buyerId, sellerId, side, readSeq, seq, isBlocked }: LockedConversation,
  readerId: string,
  now: Date,
): Promise<ConversationActivity> {
  const isReceiver = eq(messages.receiverId, readerId);
  const read = await tx
    .update(messages)
    .set({
      readAt: sql`case when ${isReceiver} then ${now} else ${messages.readAt} end`,
      senderReadAt: sql`case when ${isReceiver} then ${messages.senderReadAt} else ${now} end`,
    })
    .where(
      and(
        eq(messages.conversationId, id),
        gt(messages.seq, readSeq),
        lte(messages.seq, seq),
        or(
          and(isReceiver, isNull(messages.readAt)),
          and(eq(messages.senderId, readerId), isForBoth, isNull(messages.senderReadAt)),
        ),
      ),
    )
    .returning({ isWithheld: sql<boolean>`(${messages.isWithheld} and ${isReceiver})` });
  const unread = side === 'buyer' ? conversations.buyerUnread : conversations.sellerUnread;
  await tx
    .update(conversations)
    .set({
      [`${side}Unread`]: sql`${unread} - ${read.filter(({ isWithheld }) => !isWithheld).length}`,
      [`${side}ReadSeq`]: seq,
      [`${side}ReadAt`]: now,
    })
    .where(eq(conversations.id, id));
  const activity = { conversationId: id, buyerId, sellerId, readerId, upToSeq: seq };
  return { kind: 'read', ...activity, readAt: now.toISOString(), silent: isBlocked };
}

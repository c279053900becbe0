import { and, eq, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import type { Actor } from '#platform/server/http/mount-calls.ts';
import { newId } from '#platform/server/new-id.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { Message } from '../contract.ts';
import { otherOf, sideOf } from '../rules.ts';
import { conversationActivity } from './conversation-events.ts';
import { conversationProblem, ofActor } from './list-conversations.ts';
import { asMessage } from './list-messages.ts';
import { conversations, messages } from './table.ts';

export type Sending = { conversationId: string; content: string; clientMessageId?: string | undefined };

/** What else has to happen when a message is sent, in its transaction: a notification is put into its queue. */
export type AlongMessage = (tx: Transaction, sent: { message: Message; bookId: string }) => Promise<void>;

/**
 * Sends a message: it gets the next place in its conversation, given out while the conversation's row is locked. The same
 * `clientMessageId` again, through whatever door, is the same message, whatever its text is now.
 * Throws 'conversation-not-found'.
 */
export async function sendMessage(
  { database, clock, events }: Pick<ServerContext, 'database' | 'clock' | 'events'>,
  actor: Pick<Actor, 'id'>,
  sending: Sending,
  along?: AlongMessage,
): Promise<{ message: Message; isNew: boolean }> {
  const now = clock.now();
  const clientMessageId = sending.clientMessageId ?? newId(now);
  const sent = await database.transaction(async (tx) => {
    const [conversation] = await tx
      .select({
        buyerId: conversations.buyerId,
        sellerId: conversations.sellerId,
        bookId: conversations.bookId,
        lastSeq: conversations.lastSeq,
      })
      .from(conversations)
      .where(and(eq(conversations.id, sending.conversationId), ofActor(actor)))
      .for('no key update');
    if (conversation === undefined) throw conversationProblem('conversation-not-found');
    const { buyerId, sellerId, bookId } = conversation;
    const earlier = await findSent(tx, actor, sending.conversationId, clientMessageId);
    if (earlier !== undefined) return { message: asMessage(earlier), isNew: false, buyerId, sellerId };

    const row = {
      id: newId(now),
      conversationId: sending.conversationId,
      senderId: actor.id,
      receiverId: otherOf(conversation, actor.id),
      content: sending.content,
      messageType: 'text' as const,
      seq: conversation.lastSeq + 1,
      clientMessageId,
      readAt: null,
      createdAt: now,
    };
    await tx.insert(messages).values(row);
    const unread = sideOf(conversation, row.receiverId) === 'buyer' ? 'buyerUnread' : 'sellerUnread';
    await tx
      .update(conversations)
      .set({
        lastSeq: row.seq,
        lastMessageId: row.id,
        lastMessageContent: row.content,
        lastMessageSenderId: row.senderId,
        lastMessageAt: now,
        [unread]: sql`${conversations[unread]} + 1`,
      })
      .where(eq(conversations.id, row.conversationId));
    const message = asMessage(row);
    await along?.(tx, { message, bookId });
    return { message, isNew: true, buyerId, sellerId };
  });
  const { message, isNew, buyerId, sellerId } = sent;
  if (isNew) {
    events.publish(conversationActivity, {
      kind: 'message',
      conversationId: message.conversationId,
      buyerId,
      sellerId,
      message,
    });
  }
  return { message, isNew };
}

async function findSent(
  tx: Transaction,
  actor: Pick<Actor, 'id'>,
  conversationId: string,
  clientMessageId: string,
) {
  const [row] = await tx
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.conversationId, conversationId),
        eq(messages.senderId, actor.id),
        eq(messages.clientMessageId, clientMessageId),
      ),
    );
  return row;
}

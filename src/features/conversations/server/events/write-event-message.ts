import { eq, type SQL, sql } from 'drizzle-orm';
import { notificationParts, pushesStored } from '#features/notifications/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { newId } from '#platform/server/new-id.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { lineText } from '../../line-text.ts';
import type { MessageEvent, StoredEvent } from '../../message-events.ts';
import { otherParticipantId, type Side } from '../../rules.ts';
import { isBlocking } from '../conversation-conditions.ts';
import { publishMessage } from '../conversation-events.ts';
import {
  findMessage,
  type MessageRow,
  type StoredMessage,
  toStoredMessage,
} from '../messages/message-rows.ts';
import { conversations, messages } from '../table.ts';

export type EventContext = Pick<ServerContext, 'events' | 'localeOf'>;

type NewEvent = MessageEvent & {
  /** Of its message; a view joins something to it. */
  id?: string;
  conversationId: string;
  /** Shown to the seller alone. */
  declinedOffers?: number;
};

type Place = { senderId: string; receiverId: string; isWithheld: boolean; isForBoth: boolean };

/**
 * Writes a line into a conversation, in the transaction that causes it and after the locks on its book. Who
 * has caused it is not notified; without an actor both are. A user who has blocked the other does not see it.
 * Returns whether it was written: not if each has blocked the other.
 */
export async function writeEventMessage(
  { events, localeOf }: EventContext,
  tx: Transaction,
  { id, conversationId, declinedOffers, ...event }: NewEvent,
  now: Date,
): Promise<boolean> {
  const [found] = await tx
    .select({
      conversation: conversations,
      isBlocking: { buyer: isBlocking('buyer'), seller: isBlocking('seller') },
    })
    .from(conversations)
    .where(eq(conversations.id, conversationId))
    .for('no key update', { of: conversations });
  if (found === undefined) return false;
  const place = placeOf(found.conversation, found.isBlocking, event.actorId);
  if (place === null) return false;
  const { buyerId, sellerId, lastSeq } = found.conversation;
  const { isForBoth, ...sides } = place;
  const stored: StoredEvent = {
    ...event,
    isForBoth,
    ...(declinedOffers && { declinedOffers: { count: declinedOffers, sellerId } }),
  };
  const row = {
    ...sides,
    id: id ?? newId(now),
    conversationId,
    // For processes and pages of the version before; readers get it in their language (`line-text.ts`).
    content: lineText({ event, offer: null, meeting: null }, localeOf()) ?? event.kind,
    messageType: 'event' as const,
    offer: null,
    meeting: null,
    question: null,
    event: stored,
    seq: lastSeq + 1,
    clientMessageId: newId(now),
    readAt: null,
    senderReadAt: null,
    createdAt: now,
  };
  const { rows } = await tx.execute<{ hasPushes: boolean }>(insert(row));
  const joined = id === undefined ? undefined : await findMessage(tx, eq(messages.id, id), now);
  const message = joined ?? toStoredMessage(row, now);
  publishMessage(
    events,
    { conversationId, buyerId, sellerId, message },
    { isWithheld: place.isWithheld, hasPushes: rows[0]!.hasPushes },
  );
  return true;
}

/** Null: each has blocked the other, and nobody hears of it. */
function placeOf(
  conversation: { buyerId: string; sellerId: string },
  blocking: Record<Side, boolean>,
  actorId: string | null,
): Place | null {
  const { buyerId, sellerId } = conversation;
  const isBlockedBy = (userId: string) => (userId === buyerId ? blocking.buyer : blocking.seller);
  const from = (senderId: string, isForBoth: boolean) => {
    const receiverId = otherParticipantId(conversation, senderId);
    return { senderId, receiverId, isWithheld: isBlockedBy(receiverId), isForBoth };
  };
  if (actorId !== null) return from(actorId, false);
  if (blocking.buyer && blocking.seller) return null;
  // A user who has blocked the other stands as the receiver, from whom it is withheld. The other participant receives
  // it, too, and does not learn of the block.
  return from(blocking.seller ? buyerId : sellerId, true);
}

function insert(row: MessageRow & { event: StoredEvent }): SQL {
  const { isForBoth } = row.event;
  return sql`WITH written AS (
      INSERT INTO ${messages}
        (id, conversation_id, sender_id, receiver_id, content, message_type, event, seq, client_message_id, is_withheld, created_at)
      VALUES (${row.id}::uuid, ${row.conversationId}::uuid, ${row.senderId}::uuid, ${row.receiverId}::uuid, ${row.content}::text,
        'event', ${JSON.stringify(row.event)}::jsonb, ${row.seq}::int, ${row.clientMessageId}::uuid, ${row.isWithheld}::boolean,
        ${row.createdAt.toISOString()}::timestamptz)
      RETURNING *),
    receivers AS (
      SELECT w.receiver_id, w.sender_id FROM written w WHERE NOT w.is_withheld
      UNION ALL SELECT w.sender_id, w.receiver_id FROM written w WHERE ${isForBoth}::boolean),
    updated_conversation AS (
      UPDATE ${conversations} c SET last_seq = w.seq, last_message_id = w.id, last_message_content = w.content,
        last_message_sender_id = CASE WHEN ${isForBoth}::boolean AND NOT w.is_withheld THEN NULL ELSE w.sender_id END,
        last_message_at = w.created_at, last_message_is_withheld = w.is_withheld,
        buyer_unread = c.buyer_unread + (c.buyer_id IN (SELECT receiver_id FROM receivers))::int,
        seller_unread = c.seller_unread + (c.seller_id IN (SELECT receiver_id FROM receivers))::int
      FROM written w WHERE c.id = w.conversation_id),
    sent AS (
      SELECT w.id, w.conversation_id, receivers.sender_id, receivers.receiver_id, w.content, w.message_type, w.event, w.seq,
        false AS is_withheld, w.created_at
      FROM written w, receivers),
    ${notificationParts.commonTableExpressions}
    SELECT ${notificationParts.hasPushes} AS "hasPushes"`;
}

/** Notifies the devices of a sender of what has become of their message, also of a withheld one. */
export async function notifySender(
  { events }: EventContext,
  tx: Transaction,
  message: StoredMessage,
  now: Date,
): Promise<void> {
  // The event has no sender, so no email counts it as an unread message.
  const { rows } = await tx.execute<{ hasPushes: boolean }>(sql`WITH sent AS (
      SELECT id, conversation_id, receiver_id AS sender_id, sender_id AS receiver_id, content, message_type,
        '{"actorId": null}'::jsonb AS event, seq, false AS is_withheld, ${now.toISOString()}::timestamptz AS created_at
      FROM ${messages} WHERE id = ${message.id}::uuid),
    ${notificationParts.commonTableExpressions}
    SELECT ${notificationParts.hasPushes} AS "hasPushes"`);
  const { senderId, conversationId: subjectId, seq } = message;
  if (rows[0]?.hasPushes) events.deliver(pushesStored, { userIds: [senderId], subjectId, seq });
}

import { eq } from 'drizzle-orm';
import { pushesStored } from '#features/notifications/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { defineTopic, type EventBus } from '#platform/server/events/event-bus.ts';
import { selectMessagesForBoth, type StoredMessage, toStoredMessage } from './messages/message-rows.ts';
import { messages } from './table.ts';

type Participants = { conversationId: string; buyerId: string; sellerId: string };

export type ConversationActivity = Participants &
  (
    | { kind: 'opened' }
    /** A withheld message is for its sender only. */
    | { kind: 'message'; message: StoredMessage; isWithheld: boolean }
    /** The offer, the meeting or the question of a message has another state. `onlyFor`: for this user alone. */
    | { kind: 'message-changed'; message: StoredMessage; isWithheld: boolean; onlyFor?: string }
    /** Its reservation began or ended. */
    | { kind: 'reservation' }
    /** Silent: the other participant has blocked the reader, and is not told. */
    | { kind: 'read'; readerId: string; upToSeq: number; readAt: string; silent: boolean }
  );

/** A conversation was opened, written in, or read. */
export const conversationActivity = defineTopic<ConversationActivity>('conversation-activity', {
  // Lost messages are recovered from their table (`recover-messages.ts`), so the bus need not store them.
  isStored: ({ kind }) => kind !== 'message',
});

/** Publishes a message that was written, in its transaction or after it. */
export function publishMessage(
  events: EventBus,
  message: Participants & { message: StoredMessage },
  { isWithheld, hasPushes }: { isWithheld: boolean; hasPushes: boolean },
): void {
  events.publish(conversationActivity, { kind: 'message', ...message, isWithheld });
  if (!hasPushes) return;
  const { conversationId: subjectId, buyerId, sellerId } = message;
  events.deliver(pushesStored, { userIds: [buyerId, sellerId], subjectId, seq: message.message.seq });
}

/**
 * Tells the two, or one of them alone, that the offer, the meeting or the question of a message has another state.
 * Undefined if it is deleted.
 */
export async function publishChangedMessage(
  { events }: { events: EventBus },
  tx: Transaction,
  messageId: string,
  now: Date,
  onlyFor?: string,
): Promise<StoredMessage | undefined> {
  const [row] = await selectMessagesForBoth(tx).where(eq(messages.id, messageId));
  if (row === undefined) return undefined;
  const { conversationId, isWithheld } = row.message;
  const participants = { conversationId, buyerId: row.buyerId, sellerId: row.sellerId };
  const message = toStoredMessage(row.message, now);
  events.publish(conversationActivity, {
    kind: 'message-changed',
    ...participants,
    message,
    isWithheld,
    ...(onlyFor !== undefined && { onlyFor }),
  });
  return message;
}

/** Conversations of this user were deleted with the other participant. */
export const conversationsDeleted = defineTopic<{ userId: string }>('conversations-deleted');

export const conversationTyping = defineTopic<{
  conversationId: string;
  senderId: string;
  receiverId: string;
  isTyping: boolean;
}>('conversation-typing', { isStored: () => false });

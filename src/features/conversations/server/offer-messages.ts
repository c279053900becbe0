import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { budgetExceeded } from '#features/accounts/contract.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import { conversationProblem } from '../contract.ts';
import { publishMessage } from './conversation-events.ts';
import type { EventContext } from './events/write-event-message.ts';
import type { StoredMessage } from './message-for-reader.ts';
import type { PlannedMeeting, StoredMeeting } from '../meeting-states.ts';
import type { OfferedListing, StoredOffer, StoredReservation } from '../offer-states.ts';
import { toStoredMessage } from './list-messages.ts';
import { conversations, messages } from './table.ts';
import { type NewMessage, writeMessageInTransaction } from './write-message.ts';

type Changed = { message: StoredMessage; isWithheld: boolean };

/** Writes the new state of an offer to its message. Undefined if the conversation is deleted. */
export const changeOfferOfMessage = (
  tx: Transaction,
  messageId: string,
  change: Pick<StoredOffer, 'state' | 'endReason'>,
  now: Date,
): Promise<Changed | undefined> => changeMessage(tx, messageId, { column: 'offer', change }, now);

/** What the listing was when an offer was made. */
export async function findOfferedListing(
  tx: Transaction,
  messageId: string,
): Promise<OfferedListing | undefined> {
  const [row] = await tx.select({ offer: messages.offer }).from(messages).where(eq(messages.id, messageId));
  return row?.offer?.listing;
}

/** Writes the new state of a meeting to the message that proposed it. Undefined as above. */
export const changeMeetingOfMessage = (
  tx: Transaction,
  messageId: string,
  change: Partial<StoredMeeting>,
  now: Date,
): Promise<Changed | undefined> => changeMessage(tx, messageId, { column: 'meeting', change }, now);

async function changeMessage(
  tx: Transaction,
  messageId: string,
  { column, change }: { column: 'offer' | 'meeting'; change: object },
  now: Date,
): Promise<Changed | undefined> {
  const [row] = await tx
    .update(messages)
    .set({ [column]: sql`${messages[column]} || ${JSON.stringify(change)}::jsonb` })
    .where(eq(messages.id, messageId))
    .returning();
  return row && { message: toStoredMessage(row, now), isWithheld: row.isWithheld };
}

/** Their receivers see these offers as expired from now on; their senders see no change. */
export async function withholdOffersOfMessages(
  tx: Transaction,
  messageIds: readonly string[],
): Promise<void> {
  const change: Pick<StoredOffer, 'isWithheld'> = { isWithheld: true };
  await tx
    .update(messages)
    .set({ offer: sql`${messages.offer} || ${JSON.stringify(change)}::jsonb` })
    .where(inArray(messages.id, [...messageIds]));
}

/** The caller publishes `conversationActivity`. */
export async function setMeetingOfConversation(
  tx: Transaction,
  conversationId: string,
  meeting: PlannedMeeting,
): Promise<void> {
  await tx.update(conversations).set({ meeting }).where(eq(conversations.id, conversationId));
}

/** A meeting is over: the conversation no longer tells of it, but of one that was planned since. */
export async function clearMeetingOfConversation(
  tx: Transaction,
  conversationId: string,
  meetingId: string,
): Promise<void> {
  const isShown = sql`${conversations.meeting} ->> 'id' = ${meetingId}`;
  await tx
    .update(conversations)
    .set({ meeting: null })
    .where(and(eq(conversations.id, conversationId), isShown));
}

/** The caller publishes `conversationActivity`. */
export async function setReservationOfConversation(
  tx: Transaction,
  conversationId: string,
  reservation: StoredReservation | null,
): Promise<void> {
  await tx.update(conversations).set({ reservation }).where(eq(conversations.id, conversationId));
}

/**
 * Writes a message in a transaction that writes more. Returns whether it is withheld. Throws
 * 'conversation-not-found', 'recipient-blocked-by-you', 'daily-limit-reached', 'message-id-taken'.
 */
export async function addMessage(
  { events }: EventContext,
  tx: Transaction,
  message: NewMessage,
): Promise<boolean> {
  const { id, conversationId, createdAt } = message;
  const written = await writeMessageInTransaction(tx, message);
  if (written === undefined) throw conversationProblem('conversation-not-found');
  const { seq, youBlocked, isOverBudget, buyerId, sellerId } = written;
  if (youBlocked) throw conversationProblem('recipient-blocked-by-you');
  if (isOverBudget) throw budgetExceeded('messages', createdAt);
  if (seq === null) throw conversationProblem('message-id-taken');
  const [row] = await tx.select().from(messages).where(eq(messages.id, id));
  const added = { conversationId, buyerId, sellerId, message: toStoredMessage(row!, createdAt) };
  publishMessage(events, added, written);
  return written.isWithheld;
}

export type ConversationRow = Pick<
  typeof conversations.$inferSelect,
  'id' | 'bookId' | 'buyerId' | 'sellerId'
>;

/** A conversation of the actor. Throws 'conversation-not-found'. */
export async function getConversationOfActor(
  tx: Transaction,
  actor: Pick<Actor, 'id'>,
  is: SQL,
): Promise<ConversationRow> {
  const { id, bookId, buyerId, sellerId } = conversations;
  const [conversation] = await tx
    .select({ id, bookId, buyerId, sellerId })
    .from(conversations)
    .where(and(is, or(eq(buyerId, actor.id), eq(sellerId, actor.id))));
  if (conversation === undefined) throw conversationProblem('conversation-not-found');
  return conversation;
}

/** The message that the actor has sent with this id; undefined: none. */
export async function findRepeatedMessage(
  tx: Transaction,
  conversationId: string,
  actor: Pick<Actor, 'id'>,
  clientMessageId: string | undefined,
): Promise<string | undefined> {
  if (clientMessageId === undefined) return undefined;
  const [row] = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.conversationId, conversationId),
        eq(messages.senderId, actor.id),
        eq(messages.clientMessageId, clientMessageId),
      ),
    );
  return row?.id;
}

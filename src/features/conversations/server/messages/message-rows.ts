import { and, eq, getTableColumns, type SQL } from 'drizzle-orm';
import { findWarning } from '#features/safety/server/public.ts';
import type { Orm, Transaction } from '#platform/server/database/database.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { Message } from '../../contract.ts';
import type { StoredEvent } from '../../message-events.ts';
import {
  type JoinedMeeting,
  joinedMeeting,
  type JoinedOffer,
  joinedOffer,
  type JoinedQuestion,
  joinedQuestion,
  questionForReader,
  stateAt,
  toIsoTime,
} from './joined-parts.ts';
import { conversations, messages } from '../table.ts';

export type DatabaseReader = Orm | Transaction;

/** A row of a message, with what other features tell in it. */
export type MessageRow = typeof messages.$inferSelect & {
  offer: JoinedOffer | null;
  meeting: JoinedMeeting | null;
  question: JoinedQuestion | null;
};

/** A message as it is stored, the same for both participants. */
export type StoredMessage = Omit<Message, 'warning' | 'event' | 'question'> & {
  event: StoredEvent | null;
  question?: JoinedQuestion;
  senderReadAt: string | null;
  /** The offer is over for the receiver alone. */
  isOfferWithheld?: boolean;
};

const columns = {
  ...getTableColumns(messages),
  offer: joinedOffer,
  meeting: joinedMeeting,
  question: joinedQuestion,
};

export const selectMessages = (reader: DatabaseReader) => reader.select(columns).from(messages);

/** The message that meets the condition, as it is now. */
export async function findMessage(
  reader: DatabaseReader,
  condition: SQL | undefined,
  now: Date,
): Promise<StoredMessage | undefined> {
  const [row] = await selectMessages(reader).where(condition);
  return row && toStoredMessage(row, now);
}

type SentMessage = { conversationId: string; senderId: string; clientMessageId: string };

/** The message that its sender has sent with this id. */
export const isSent = ({ conversationId, senderId, clientMessageId }: SentMessage): SQL | undefined =>
  and(
    eq(messages.conversationId, conversationId),
    eq(messages.senderId, senderId),
    eq(messages.clientMessageId, clientMessageId),
  );

/** Messages with the two of their conversation, for events. */
export const selectMessagesForBoth = (reader: DatabaseReader) =>
  reader
    .select({
      message: columns,
      buyerId: conversations.buyerId,
      sellerId: conversations.sellerId,
    })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId));

/** Leaves out whether the message is withheld. Offers and meetings end by time, before a job stores it. */
export function toStoredMessage(row: MessageRow, now: Date): StoredMessage {
  const { id, conversationId, senderId, receiverId, content, messageType, seq, clientMessageId } = row;
  return {
    id,
    conversationId,
    senderId,
    receiverId,
    content,
    messageType,
    offer: row.offer && toOffer(row, row.offer, now),
    isOfferWithheld: row.offer?.isWithheld === true,
    event: row.event,
    meeting: row.meeting && toMeeting(row.meeting, now),
    ...(row.question && { question: row.question }),
    senderReadAt: row.senderReadAt?.toISOString() ?? null,
    seq,
    clientMessageId,
    readAt: row.readAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}

const toOffer = (
  { id, conversationId }: Pick<MessageRow, 'id' | 'conversationId'>,
  offer: JoinedOffer,
  now: Date,
): Message['offer'] => ({
  id,
  conversationId,
  amount: offer.amount,
  askingPrice: offer.askingPrice,
  state: stateAt(offer, now),
  endReason: offer.endReason,
  expiresAt: toIsoTime(offer.expiresAt),
});

const toMeeting = (meeting: JoinedMeeting, now: Date): Message['meeting'] => ({
  id: meeting.id,
  action: meeting.action,
  place: meeting.place,
  hint: meeting.hint,
  startsAt: toIsoTime(meeting.startsAt),
  endsAt: toIsoTime(meeting.endsAt),
  timeZone: meeting.timeZone,
  state: stateAt(meeting, now),
  endedById: meeting.endedById,
  wasAccepted: meeting.wasAccepted,
  ...(meeting.reservedUntil !== null && { reservedUntil: toIsoTime(meeting.reservedUntil) }),
});

/** What warnings below messages depend on. */
export type WarningContext = Pick<ServerContext, 'publicUrl' | 'market'>;

/** Only the receiver is warned, or senders would learn what is noticed. Each receives an event for both. */
export function messageForReader(
  context: WarningContext,
  { event, question, senderReadAt, isOfferWithheld, ...message }: StoredMessage,
  readerId: string,
): Message {
  const { senderId, receiverId } = message;
  if (!event) {
    if (receiverId !== readerId) return { ...message, event: null, warning: null };
    const offer =
      message.offer && isOfferWithheld
        ? { ...message.offer, state: 'expired' as const, endReason: null }
        : message.offer;
    return { ...message, offer, event: null, warning: findWarning(message.content, context) };
  }
  const isReceivedToo = event.isForBoth && senderId === readerId;
  const sides = isReceivedToo ? { senderId: receiverId, receiverId: senderId, readAt: senderReadAt } : {};
  return {
    ...message,
    ...sides,
    event: eventForReader(event, readerId),
    ...(question && { question: questionForReader(question, readerId) }),
    warning: null,
  };
}

export const eventForReader = (
  { kind, actorId, until, acceptedPrice, declinedOffers, changes }: StoredEvent,
  readerId: string,
): Message['event'] => ({
  kind,
  actorId,
  until: until ?? null,
  declinedOffers: declinedOffers?.sellerId === readerId ? declinedOffers.count : 0,
  ...(acceptedPrice !== undefined && { acceptedPrice }),
  ...(changes && { changes: [...changes] }),
});

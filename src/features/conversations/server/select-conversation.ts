import { desc, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '#features/accounts/server/table.ts';
import { books } from '#features/books/server/table.ts';
import { toListingEnd } from '#features/books/rules.ts';
import type { Conversation } from '../contract.ts';
import { otherParticipantId, participantSide } from '../rules.ts';
import { isBlocking, isForBoth } from './conversation-conditions.ts';
import {
  joinedPlannedMeeting,
  type JoinedPlannedMeeting,
  joinedReservation,
  lineFactsSql,
  type JoinedReservation,
  type StoredLine,
  stateAt,
  toIsoTime,
} from './messages/joined-parts.ts';
import { type DatabaseReader, eventForReader } from './messages/message-rows.ts';
import { conversations, messages } from './table.ts';

const buyers = alias(users, 'buyer');
const sellers = alias(users, 'seller');
const user = (of: typeof buyers) => {
  const { id, name, profileImage, university, studentUniversity, createdAt } = of;
  return { id, name, profileImage, university, studentUniversity, createdAt };
};

/** A lateral join: the last visible message if the last one is withheld from the actor. Else not read. */
export const lastVisible = (reader: DatabaseReader) =>
  reader
    .select({
      id: messages.id,
      content: messages.content,
      line: sql<StoredLine | null>`${sql.raw(lineFactsSql('messages'))}`.as('line'),
      senderId: sql<string | null>`case when ${isForBoth} then null else ${messages.senderId} end`.as('by'),
      seq: messages.seq,
      createdAt: messages.createdAt,
    })
    .from(messages)
    .where(
      sql`${conversations.lastMessageIsWithheld} and ${messages.conversationId} = ${conversations.id}
        and (not ${messages.isWithheld} or ${messages.senderId} <> ${conversations.lastMessageSenderId})`,
    )
    .orderBy(desc(messages.seq))
    .limit(1)
    .as('visible');

/** Selects a conversation by a prepared statement: planning these joins takes longer than running them. */
export function selectConversation(reader: DatabaseReader) {
  const visible = lastVisible(reader);
  const { title, author, isbn, condition, price, images } = books;
  const { reservedUntil, soldAt, expiresAt, boostedUntil, deletedAt, hiddenAt } = books;
  const ends = { reservedUntil, soldAt, expiresAt, boostedUntil, deletedAt, hiddenAt };
  return reader
    .select({
      conversation: conversations,
      /** The reservation of the book for this buyer, and the meeting for its handover. Both may be over. */
      reservation: joinedReservation,
      meeting: joinedPlannedMeeting,
      isBlocking: { buyer: isBlocking('buyer'), seller: isBlocking('seller') },
      /** The last message is an event for both that is withheld from one of them. Else not read. */
      isLastForBoth: sql<boolean>`(${conversations.lastMessageIsWithheld} and exists (
        select from ${messages} where ${messages.id} = ${conversations.lastMessageId} and ${isForBoth}))`,
      lastLine: sql<StoredLine | null>`(select ${sql.raw(lineFactsSql('last'))}
        from messages last where last.id = ${conversations.lastMessageId})`,
      lastVisible: {
        id: visible.id,
        content: visible.content,
        line: visible.line,
        senderId: visible.senderId,
        seq: visible.seq,
        createdAt: visible.createdAt,
      },
      book: { title, author, isbn, condition, price, images, ...ends },
      seller: user(sellers as unknown as typeof buyers),
      buyer: user(buyers),
    })
    .from(conversations)
    .innerJoin(books, eq(books.id, conversations.bookId))
    .innerJoin(buyers, eq(buyers.id, conversations.buyerId))
    .innerJoin(sellers, eq(sellers.id, conversations.sellerId))
    .leftJoinLateral(visible, sql`true`);
}

type Shown = Awaited<ReturnType<typeof selectConversation>>[number];

function toBookState(book: Shown['book'], now: Date): Conversation['book']['state'] {
  if (book.deletedAt !== null) return 'gone';
  if (book.soldAt !== null) return 'sold';
  if (book.hiddenAt !== null) return 'gone';
  return toListingEnd(book) > now ? 'active' : 'expired';
}

export function toConversation(shown: Shown, userId: string, now: Date): Conversation {
  const { conversation, reservation, meeting, isBlocking: blocking, book, seller, buyer } = shown;
  const {
    soldAt,
    deletedAt,
    hiddenAt,
    reservedUntil,
    expiresAt: _end,
    boostedUntil: _boost,
    ...facts
  } = book;
  const isHidden = hiddenAt !== null && deletedAt === null;
  const side = participantSide(conversation, userId) ?? 'seller';
  const last = lastShownTo(shown, userId);
  const sentByBuyer = last?.senderId === conversation.buyerId;
  const readSeq = sentByBuyer ? conversation.sellerReadSeq : conversation.buyerReadSeq;
  const readAt = sentByBuyer ? conversation.sellerReadAt : conversation.buyerReadAt;
  return {
    id: conversation.id,
    bookId: conversation.bookId,
    buyerId: conversation.buyerId,
    sellerId: conversation.sellerId,
    lastMessageId: last?.id ?? null,
    lastMessageAt: (last?.createdAt ?? conversation.createdAt).toISOString(),
    createdAt: conversation.createdAt.toISOString(),
    unreadCount: side === 'buyer' ? conversation.buyerUnread : conversation.sellerUnread,
    youBlocked: blocking[side],
    book: {
      ...facts,
      images: isHidden && side === 'buyer' ? [] : facts.images,
      ...(isHidden && { isHidden }),
      state: toBookState(book, now),
      reservedUntil:
        reservedUntil !== null && reservedUntil > now && deletedAt === null && soldAt === null
          ? reservedUntil.toISOString()
          : null,
    },
    reservation: reservation && toReservation(reservation, now),
    meeting: meeting && toPlannedMeeting(meeting, userId, now),
    seller: toParticipant(seller),
    buyer: toParticipant(buyer),
    lastMessage:
      last === null
        ? null
        : {
            content: last.content,
            line: last.line && toLine(last.line, userId),
            senderId: last.senderId,
            seq: last.seq,
            readAt: readSeq >= last.seq ? (readAt?.toISOString() ?? null) : null,
          },
  };
}

type ShownLine = NonNullable<NonNullable<Conversation['lastMessage']>['line']>;

const toLine = ({ event, offer, meeting }: StoredLine, userId: string): ShownLine => ({
  event: event && eventForReader(event, userId),
  offer: offer && { amount: offer.amount },
  meeting: meeting && {
    action: meeting.action,
    place: meeting.place,
    startsAt: toIsoTime(meeting.startsAt),
    timeZone: meeting.timeZone,
  },
});

/** Null if it is over. */
function toReservation({ id, price, until }: JoinedReservation, now: Date): Conversation['reservation'] {
  return new Date(until) > now ? { id, price, until: toIsoTime(until) } : null;
}

/** Null if it is over, or withheld from the user. */
function toPlannedMeeting(meeting: JoinedPlannedMeeting, userId: string, now: Date): Conversation['meeting'] {
  const { id, place, timeZone, startsAt, endsAt, proposerId, isWithheld } = meeting;
  const state = stateAt(meeting, now);
  if (state === null || (isWithheld && proposerId !== userId)) return null;
  return { id, place, timeZone, startsAt: toIsoTime(startsAt), endsAt: toIsoTime(endsAt), state };
}

const toParticipant = ({ createdAt, ...user }: Shown['seller']): Conversation['seller'] => ({
  ...user,
  createdAt: createdAt.toISOString(),
});

type LastMessage = NonNullable<Shown['lastVisible']> & { senderId: string };

/** The last message that is visible to the actor. An event for both is from the other participant. */
function lastShownTo(shown: Shown, userId: string): LastMessage | null {
  const { conversation, lastVisible: visible, lastLine, isLastForBoth } = shown;
  const { lastMessageId: id, lastMessageSenderId } = conversation;
  const otherId = otherParticipantId(conversation, userId);
  const senderId = lastMessageSenderId ?? otherId;
  if (id === null) return null;
  if (conversation.lastMessageIsWithheld && senderId !== userId)
    return visible && { ...visible, senderId: visible.senderId ?? otherId };
  return {
    id,
    content: conversation.lastMessageContent ?? '',
    line: lastLine,
    senderId: isLastForBoth ? otherId : senderId,
    seq: conversation.lastSeq,
    createdAt: conversation.lastMessageAt,
  };
}

import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { alias, type PgColumn, unionAll } from 'drizzle-orm/pg-core';
import type { Orm, Transaction } from '#platform/server/database/database.ts';
import type { Actor } from '#platform/server/http/mount-calls.ts';
import { type Keyset, readKeyset, writeKeyset } from '#platform/server/keyset.ts';
import type { Page } from '#platform/shared/contract.ts';
import { problemFactory } from '#platform/shared/problem.ts';
import { users } from '#features/accounts/server/public.ts';
import { books } from '#features/books/server/public.ts';
import { type Conversation, conversationProblems } from '../contract.ts';
import { sideOf } from '../rules.ts';
import { conversations } from './table.ts';

export const conversationProblem = problemFactory(conversationProblems);

type Reader = Orm | Transaction;

const buyers = alias(users, 'buyer');
const sellers = alias(users, 'seller');
const person = (of: typeof buyers) => ({
  id: of.id,
  name: of.name,
  profileImage: of.profileImage,
  university: of.university,
  studentVerified: sql<boolean>`${of.studentUniversity} is not null`,
});

const shown = {
  conversation: conversations,
  book: {
    title: books.title,
    author: books.author,
    isbn: books.isbn,
    condition: books.condition,
    price: books.price,
    images: books.images,
    soldAt: books.soldAt,
    deletedAt: books.deletedAt,
  },
  seller: person(sellers as unknown as typeof buyers),
  buyer: person(buyers),
};
type Shown = {
  conversation: typeof conversations.$inferSelect;
  book: Omit<Conversation['book'], 'state'> & { soldAt: Date | null; deletedAt: Date | null };
  seller: Conversation['seller'];
  buyer: Conversation['buyer'];
};

/** A person's conversations, the one with the newest message first. Throws 'invalid-request' for a foreign cursor. */
export async function listConversations(
  reader: Reader,
  actor: Pick<Actor, 'id'>,
  query: { limit: number; cursor?: string | undefined; bookId?: string | undefined },
): Promise<Page<Conversation>> {
  const start = readKeyset(query.cursor);
  const after = start === null ? undefined : before(start);
  const about = query.bookId === undefined ? undefined : eq(conversations.bookId, query.bookId);
  // Each side has its index; a condition with OR would sort all of somebody's conversations for every page.
  const arm = (side: PgColumn) =>
    reader
      .select({ id: conversations.id, lastMessageAt: conversations.lastMessageAt })
      .from(conversations)
      .where(and(eq(side, actor.id), after, about))
      .orderBy(desc(conversations.lastMessageAt), desc(conversations.id))
      .limit(query.limit + 1);
  const page = unionAll(arm(conversations.buyerId), arm(conversations.sellerId))
    .orderBy(sql`last_message_at desc, id desc`)
    .limit(query.limit + 1)
    .as('page');
  const rows = await reader
    .select(shown)
    .from(page)
    .innerJoin(conversations, eq(conversations.id, page.id))
    .innerJoin(books, eq(books.id, conversations.bookId))
    .innerJoin(buyers, eq(buyers.id, conversations.buyerId))
    .innerJoin(sellers, eq(sellers.id, conversations.sellerId))
    .orderBy(desc(page.lastMessageAt), desc(page.id));
  const items = rows.slice(0, query.limit);
  const last = items.at(-1);
  return {
    items: items.map((row) => asShownTo(row, actor.id)),
    next:
      rows.length > query.limit && last
        ? writeKeyset({ at: last.conversation.lastMessageAt, id: last.conversation.id })
        : null,
  };
}

/** One conversation of the actor's. Throws 'conversation-not-found'. */
export async function getConversation(
  reader: Reader,
  actor: Pick<Actor, 'id'>,
  id: string,
): Promise<Conversation> {
  const [row] = await oneConversation(reader, and(eq(conversations.id, id), ofActor(actor)))
    .prepare('own-conversation')
    .execute();
  if (row === undefined) throw conversationProblem('conversation-not-found');
  return asShownTo(row, actor.id);
}

/** One conversation as each of its two people sees it, read once; null if it is gone. For telling them, not for who asks. */
export async function conversationForBoth(
  reader: Reader,
  id: string,
): Promise<{ buyer: Conversation; seller: Conversation } | null> {
  const [row] = await oneConversation(reader, eq(conversations.id, id))
    .prepare('conversation-for-both')
    .execute();
  if (row === undefined) return null;
  const { buyerId, sellerId } = row.conversation;
  return { buyer: asShownTo(row, buyerId), seller: asShownTo(row, sellerId) };
}

/** To be prepared: planning these joins takes longer than carrying them out. */
const oneConversation = (reader: Reader, which: SQL | undefined) =>
  reader
    .select(shown)
    .from(conversations)
    .innerJoin(books, eq(books.id, conversations.bookId))
    .innerJoin(buyers, eq(buyers.id, conversations.buyerId))
    .innerJoin(sellers, eq(sellers.id, conversations.sellerId))
    .where(which);

/** The actor takes part in the conversation. Stands in the WHERE of every statement that touches one. */
export const ofActor = (actor: Pick<Actor, 'id'>): SQL =>
  sql`(${conversations.buyerId} = ${actor.id} or ${conversations.sellerId} = ${actor.id})`;

function asShownTo({ conversation, book, seller, buyer }: Shown, personId: string): Conversation {
  const { soldAt, deletedAt, ...shownBook } = book;
  const side = sideOf(conversation, personId);
  const sentByBuyer = conversation.lastMessageSenderId === conversation.buyerId;
  const readSeq = sentByBuyer ? conversation.sellerReadSeq : conversation.buyerReadSeq;
  const readAt = sentByBuyer ? conversation.sellerReadAt : conversation.buyerReadAt;
  return {
    id: conversation.id,
    bookId: conversation.bookId,
    buyerId: conversation.buyerId,
    sellerId: conversation.sellerId,
    lastMessageId: conversation.lastMessageId,
    lastMessageAt: conversation.lastMessageAt.toISOString(),
    createdAt: conversation.createdAt.toISOString(),
    unreadCount: side === 'buyer' ? conversation.buyerUnread : conversation.sellerUnread,
    book: { ...shownBook, state: deletedAt !== null ? 'gone' : soldAt !== null ? 'sold' : 'active' },
    seller,
    buyer,
    lastMessage:
      conversation.lastMessageSenderId === null
        ? null
        : {
            content: conversation.lastMessageContent ?? '',
            senderId: conversation.lastMessageSenderId,
            seq: conversation.lastSeq,
            readAt: readSeq >= conversation.lastSeq ? (readAt?.toISOString() ?? null) : null,
          },
  };
}

const before = (place: Keyset): SQL =>
  sql`(${conversations.lastMessageAt}, ${conversations.id}) < (${place.at.toISOString()}::timestamptz, ${place.id}::uuid)`;

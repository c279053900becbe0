import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { hasBlockedSql } from '#features/blocks/server/public.ts';
import { bookProblem } from '#features/books/contract.ts';
import { books } from '#features/books/server/table.ts';
import { users } from '#features/accounts/server/table.ts';
import { conversations, messages } from '#features/conversations/server/table.ts';
import type { Database, Transaction } from '#platform/server/database/database.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import type { PossibleBuyer } from '../../contract.ts';
import { MAX_POSSIBLE_BUYERS } from '../../rules.ts';

type PossibleBuyerRow = {
  id: string;
  name: string;
  profile_image: string | null;
  conversation_id: string;
  last_message_at: Date | string;
};

/**
 * Users who wrote messages about a listing that its seller may read, and whom the seller has not blocked. A buyer's own
 * block must not show: they are listed, and hear nothing.
 */
const selectPossibleBuyers = (bookId: string, condition: SQL): SQL => sql`
  SELECT u.id, u.name, u.profile_image, c.id AS conversation_id, m.created_at AS last_message_at
  FROM ${conversations} c
  JOIN ${users} u ON u.id = c.buyer_id
  JOIN LATERAL (SELECT created_at FROM ${messages} m
    WHERE m.conversation_id = c.id AND m.sender_id = c.buyer_id AND NOT m.is_withheld AND m.message_type <> 'event'
    ORDER BY m.seq DESC LIMIT 1) m ON true
  WHERE c.book_id = ${bookId} AND ${condition}
    AND NOT ${sql.raw(hasBlockedSql('c.seller_id', 'c.buyer_id'))}
  ORDER BY m.created_at DESC, c.id DESC LIMIT ${MAX_POSSIBLE_BUYERS}`;

/** A listing of the actor. Throws 'book-not-found' for one of another user. */
export async function getOwnBook(
  orm: Pick<Transaction, '$count'>,
  actor: Pick<Actor, 'id'>,
  bookId: string,
): Promise<{ bookId: string }> {
  const isOwn = and(eq(books.id, bookId), eq(books.sellerId, actor.id), isNull(books.deletedAt));
  if ((await orm.$count(books, isOwn)) === 0) throw bookProblem('book-not-found');
  return { bookId };
}

/** Throws 'book-not-found' for a listing of another user. */
export async function listPossibleBuyers(
  database: Database,
  actor: Pick<Actor, 'id'>,
  bookId: string,
): Promise<PossibleBuyer[]> {
  await getOwnBook(database.orm, actor, bookId);
  const { rows } = await database.orm.execute<PossibleBuyerRow>(selectPossibleBuyers(bookId, sql`true`));
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    profileImage: row.profile_image,
    lastMessageAt: new Date(row.last_message_at).toISOString(),
  }));
}

/** The conversation in which a possible buyer of a book wrote. */
export async function findConversationOfBuyer(
  tx: Transaction,
  bookId: string,
  buyerId: string,
): Promise<string | undefined> {
  const ofBuyer = selectPossibleBuyers(bookId, sql`c.buyer_id = ${buyerId}`);
  return (await tx.execute<PossibleBuyerRow>(ofBuyer)).rows[0]?.conversation_id;
}

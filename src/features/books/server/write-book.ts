import { and, eq, isNull, sql } from 'drizzle-orm';
import { createKeyedLock } from '#platform/server/database/advisory-lock.ts';
import type { Database, Transaction } from '#platform/server/database/database.ts';
import { remainingBudget } from '#features/accounts/server/budgets/public.ts';
import { users } from '#features/accounts/server/table.ts';
import { bookProblem, type OwnBook } from '../contract.ts';
import { bookLimits } from '../rules.ts';
import type { BookContext } from './book-events.ts';
import { OWN_BOOK_COLUMNS_SQL, type OwnBookRecord } from './book-row.ts';
import { toOwnBooks } from './hidden/to-own-books.ts';
import { books } from './table.ts';

/** What is decided about all listings of a user: their number, and whether others see them. */
export const lockListings = createKeyedLock('listings of');

/** Hidden ones count, too: they come back. */
const isCounted = (actorId: string) =>
  and(
    eq(books.sellerId, actorId),
    isNull(books.deletedAt),
    sql`(${books.isActive} OR ${books.hiddenAt} IS NOT NULL AND ${books.soldAt} IS NULL AND NOT ${books.isExpired})`,
  );

/** Checks the limit of active listings, one at a time per user, or two racing listings would both pass. */
export async function checkListingLimit(tx: Transaction, actorId: string): Promise<void> {
  await lockListings(tx, actorId);
  const listings = await tx.$count(books, isCounted(actorId));
  if (listings > bookLimits.listings) throw bookProblem('too-many-listings');
}

/** What the actor may still list. */
export async function readAllowance(
  { orm }: Pick<Database, 'orm'>,
  actorId: string,
  now: Date,
): Promise<{ today: number; places: number }> {
  const today = await remainingBudget(orm, { userId: actorId, kind: 'listings', now });
  const listings = await orm.$count(books, isCounted(actorId));
  return { today, places: Math.max(0, bookLimits.listings - listings) };
}

/** The row of a stored book, in the transaction that has written it. */
export async function readBookRow(tx: Transaction, bookId: string): Promise<OwnBookRecord> {
  const { rows } = await tx.execute<OwnBookRecord & Record<string, unknown>>(
    sql`SELECT ${sql.raw(OWN_BOOK_COLUMNS_SQL)} FROM ${books} b JOIN ${users} u ON u.id = b.seller_id WHERE b.id = ${bookId}`,
  );
  return rows[0]!;
}

export async function readBookInTransaction(
  { prices }: Pick<BookContext, 'prices'>,
  tx: Transaction,
  bookId: string,
  now: Date,
): Promise<OwnBook> {
  const [book] = await toOwnBooks({ prices }, tx, [await readBookRow(tx, bookId)], now);
  return book!;
}

import { eq, sql } from 'drizzle-orm';
import { attachPhotos } from '#features/photos/server/public.ts';
import type { Database, Transaction } from '#platform/server/database/database.ts';
import { users } from '#features/accounts/server/public.ts';
import type { Book, BookChanges } from '../contract.ts';
import { books } from './table.ts';
import { bookInTransaction, learnSearchTerms, lockOwnBook } from './write-book.ts';

/** Edits the actor's listing; `isSold` takes it out of every list and back, and keeps the seller's count of sales. */
export async function editBook(
  database: Database,
  actorId: string,
  bookId: string,
  { isSold, ...changes }: BookChanges,
  now: Date,
): Promise<Book> {
  return database.transaction(async (tx) => {
    const own = await lockOwnBook(tx, actorId, bookId);
    const sale = isSold === undefined || isSold === (own.soldAt !== null) ? null : { soldAt: isSold ? now : null };
    await tx
      .update(books)
      .set({ ...changes, ...(sale && { ...sale, isActive: !isSold }), updatedAt: now })
      .where(eq(books.id, bookId));
    if (sale !== null) await countSale(tx, actorId, isSold ? 1 : -1);
    if (changes.images !== undefined) {
      await attachPhotos(tx, { ownerId: actorId, bookId, urls: changes.images, now });
    }
    await learnSearchTerms(tx, bookId);
    return bookInTransaction(tx, bookId);
  });
}

export async function countSale(tx: Transaction, sellerId: string, by: 1 | -1): Promise<void> {
  await tx
    .update(users)
    .set({ totalSales: sql`greatest(0, ${users.totalSales} + ${by})` })
    .where(eq(users.id, sellerId));
}

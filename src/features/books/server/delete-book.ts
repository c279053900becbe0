import { bookProblem } from '../contract.ts';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Book } from '../contract.ts';
import { UNDO_WINDOW_MS } from '../rules.ts';
import { bookChanged, type BookContext } from './book-events.ts';
import { books } from './table.ts';
import { spendBudget } from '#features/budgets/server/public.ts';
import { updateSearchTerms } from './search/search-terms.ts';
import { readBookInTransaction, checkListingLimit, lockOwnBook } from './write-book.ts';

/** Takes the actor's listing away. The row stays: for the undo, and for the conversations about it. */
export async function deleteBook(
  { database, events }: BookContext,
  actorId: string,
  bookId: string,
  now: Date,
): Promise<{ deleted: true; restorableUntil: string }> {
  await database.transaction(async (tx) => {
    await spendBudget(tx, { userId: actorId, kind: 'edits', now });
    const own = await lockOwnBook(tx, actorId, bookId);
    await tx
      .update(books)
      .set({ deletedAt: now, isActive: false, updatedAt: now })
      .where(eq(books.id, bookId));
    await updateSearchTerms(tx, { bookId, sellerId: actorId, now, former: own.search });
  });
  events.publish(bookChanged, { bookId, sellerId: actorId });
  return { deleted: true, restorableUntil: new Date(now.getTime() + UNDO_WINDOW_MS).toISOString() };
}

/** Undoes a deletion while its toast stands. */
export async function restoreBook(
  { database, events }: BookContext,
  actorId: string,
  bookId: string,
  now: Date,
): Promise<Book> {
  const book = await database.transaction(async (tx) => {
    await spendBudget(tx, { userId: actorId, kind: 'edits', now });
    const [restored] = await tx
      .update(books)
      .set({ deletedAt: null, isActive: sql`${books.soldAt} is null`, updatedAt: now })
      .where(
        and(
          eq(books.id, bookId),
          eq(books.sellerId, actorId),
          gt(books.deletedAt, new Date(now.getTime() - UNDO_WINDOW_MS)),
        ),
      )
      .returning({ id: books.id });
    if (restored !== undefined) {
      await checkListingLimit(tx, actorId);
      await updateSearchTerms(tx, { bookId, sellerId: actorId, now });
      return readBookInTransaction(tx, bookId, now);
    }
    const [own] = await tx
      .select({ deletedAt: books.deletedAt })
      .from(books)
      .where(and(eq(books.id, bookId), eq(books.sellerId, actorId)));
    if (own === undefined) throw bookProblem('book-not-found');
    if (own.deletedAt !== null) throw bookProblem('book-not-restorable');
    return readBookInTransaction(tx, bookId, now);
  });
  events.publish(bookChanged, { bookId, sellerId: actorId });
  return book;
}

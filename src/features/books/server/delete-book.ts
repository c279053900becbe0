import { eq, sql } from 'drizzle-orm';
import { bookProblem, type OwnBook } from '../contract.ts';
import { UNDO_WINDOW_MS } from '../rules.ts';
import { enqueueAvailableBook } from './availability/enqueue-available-book.ts';
import { bookChanged, type BookContext } from './book-events.ts';
import { delistBooks } from './availability/delist-books.ts';
import { books } from './table.ts';
import { spendBudget } from '#features/accounts/server/budgets/public.ts';
import { updateSearchTerms } from './search/search-terms.ts';
import { lockOwnBook } from './lock-own-book.ts';
import { readBookInTransaction, checkListingLimit } from './write-book.ts';

/** Takes the actor's listing away. The row stays: for the undo, and for the conversations about it. */
export async function deleteBook(
  { database, events, bookHook, works }: BookContext,
  actorId: string,
  bookId: string,
  now: Date,
): Promise<{ deleted: true; restorableUntil: string }> {
  await database.transaction(async (tx) => {
    const { isbn } = await lockOwnBook(tx, actorId, bookId);
    await spendBudget(tx, { userId: actorId, kind: 'edits', now });
    await delistBooks(tx, [bookId], { deletedAt: now, updatedAt: now });
    events.publish(bookChanged, { bookId, sellerId: actorId });
    await bookHook(tx, { bookId, kind: 'deleted' }, now);
    await works.assign(tx, [isbn], now);
  });
  return { deleted: true, restorableUntil: new Date(now.getTime() + UNDO_WINDOW_MS).toISOString() };
}

/** Undoes a deletion while its toast stands; an expired listing stays expired. */
export async function restoreBook(
  { database, events, jobs, bookHook, prices, works }: BookContext,
  actorId: string,
  bookId: string,
  now: Date,
): Promise<OwnBook> {
  return database.transaction(async (tx) => {
    const { deletedAt, isbn } = await lockOwnBook(tx, actorId, bookId, { includeDeleted: true });
    if (deletedAt !== null) {
      if (now.getTime() - deletedAt.getTime() >= UNDO_WINDOW_MS) throw bookProblem('book-not-restorable');
      await spendBudget(tx, { userId: actorId, kind: 'edits', now });
      await tx
        .update(books)
        .set({
          deletedAt: null,
          isActive: sql`${books.soldAt} is null and not ${books.isExpired} and ${books.hiddenAt} is null`,
          updatedAt: now,
        })
        .where(eq(books.id, bookId));
      await checkListingLimit(tx, actorId);
      await updateSearchTerms(tx, { bookId, sellerId: actorId, now });
      await enqueueAvailableBook({ jobs }, tx, bookId);
      await bookHook(tx, { bookId, kind: 'restored' }, now);
      await works.assign(tx, [isbn], now);
    }
    events.publish(bookChanged, { bookId, sellerId: actorId });
    return readBookInTransaction({ prices }, tx, bookId, now);
  });
}

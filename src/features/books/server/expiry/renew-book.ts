import { and, eq, isNull } from 'drizzle-orm';
import { spendBudget } from '#features/accounts/server/budgets/public.ts';
import { bookProblem, type OwnBook } from '../../contract.ts';
import { enqueueAvailableBook } from '../availability/enqueue-available-book.ts';
import { bookChanged, type BookContext } from '../book-events.ts';
import { lockOwnBook } from '../lock-own-book.ts';
import { updateSearchTerms } from '../search/search-terms.ts';
import { books } from '../table.ts';
import { checkListingLimit, readBookInTransaction } from '../write-book.ts';
import { renewed } from './listing-period.ts';

/** Gives the actor's listing another `LISTING_DAYS` from now. Throws 'book-sold' for a sold one. */
export async function renewBook(
  { database, events, jobs, listingDays, prices }: BookContext,
  actorId: string,
  bookId: string,
  now: Date,
): Promise<OwnBook> {
  const book = await database.transaction(async (tx) => {
    const own = await lockOwnBook(tx, actorId, bookId);
    if (own.soldAt !== null) throw bookProblem('book-sold');
    await spendBudget(tx, { userId: actorId, kind: 'edits', now });
    await tx
      .update(books)
      .set(renewed(own, listingDays, now))
      .where(and(eq(books.id, bookId), isNull(books.soldAt)));
    await checkListingLimit(tx, actorId);
    await updateSearchTerms(tx, { bookId, sellerId: actorId, now });
    await enqueueAvailableBook({ jobs }, tx, bookId);
    return readBookInTransaction({ prices }, tx, bookId, now);
  });
  events.publish(bookChanged, { bookId, sellerId: actorId });
  return book;
}

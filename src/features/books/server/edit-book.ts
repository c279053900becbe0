import { eq } from 'drizzle-orm';
import { attachPhotos } from '#features/photos/server/public.ts';
import { profileChanged } from '#features/accounts/server/public.ts';
import { adjustSaleCount } from '#features/accounts/server/users/public.ts';
import { spendBudget } from '#features/accounts/server/budgets/public.ts';
import { accountPaused } from '#platform/server/account-paused.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import { type OwnBook, type BookChanges, bookProblem } from '../contract.ts';
import { toCourseCodes } from '../course-code.ts';
import type { PriceCut } from '../price-cut.ts';
import { enqueueAvailableBook, mayMatchMore } from './availability/enqueue-available-book.ts';
import { bookChanged, type BookContext } from './book-events.ts';
import { type OwnBookRecord, toUnratedBook } from './book-row.ts';
import { toOwnBooks } from './hidden/to-own-books.ts';
import type { RecognizedBook } from './works/book-works.ts';
import { availableAgain } from './expiry/listing-period.ts';
import { delistBooks } from './availability/delist-books.ts';
import { books } from './table.ts';
import { updateSearchTerms } from './search/search-terms.ts';
import { lockOwnBook } from './lock-own-book.ts';
import { readBookRow, checkListingLimit } from './write-book.ts';

type ListingContext = Pick<BookContext, 'jobs' | 'listingDays' | 'bookHook'>;

/**
 * Edits the actor's listing; `isSold` removes it from the lists or returns it, and updates the seller's
 * sales count. Editing does not renew it; being available again does if its time is over. Throws 'account-paused'.
 */
export async function editBook(
  { database, events, ...context }: BookContext,
  actor: Pick<Actor, 'id'> & Partial<Pick<Actor, 'pausedUntil'>>,
  bookId: string,
  changes: BookChanges,
  now: Date,
): Promise<OwnBook> {
  const actorId = actor.id;
  return database.transaction(async (tx) => {
    const own = await lockOwnBook(tx, actorId, bookId);
    if (!isSaleOfReserved(own, changes, now)) throwIfPaused(actor, now);
    await spendBudget(tx, { userId: actorId, kind: 'edits', now });
    events.publish(bookChanged, { bookId, sellerId: actorId });
    // Readers of the other listings see the number of sales.
    if (changes.isSold !== undefined) events.publish(profileChanged, { userId: actorId });
    return editLockedBook(context, tx, own, changes, now);
  });
}

/** All that a paused seller may change. */
const isSaleOfReserved = (
  { reservedUntil }: typeof books.$inferSelect,
  { isSold, ...others }: BookChanges,
  now: Date,
): boolean =>
  isSold === true && Object.keys(others).length === 0 && reservedUntil !== null && reservedUntil > now;

function throwIfPaused({ pausedUntil = null }: Partial<Pick<Actor, 'pausedUntil'>>, now: Date): void {
  if (pausedUntil !== null && pausedUntil > now) throw accountPaused(pausedUntil);
}

/** Edits a locked listing and tracks its price. No budget is spent, and the caller publishes the events. */
export async function editLockedBook(
  context: ListingContext & Pick<BookContext, 'prices' | 'works'>,
  tx: Transaction,
  own: typeof books.$inferSelect,
  changes: BookChanges,
  now: Date,
): Promise<OwnBook> {
  const cut = await context.prices.trackPrice(tx, own, changes.price, now);
  const recognized = namesWork(own, changes) && context.works.recognize({ ...own, ...changes });
  const row = await storeBookChanges(context, tx, own, { ...changes, ...cut, ...recognized }, now);
  if (recognized) await context.works.assign(tx, [row.isbn, own.isbn], now);
  const [book] = await toOwnBooks(context, tx, [row], now);
  return book!;
}

/**
 * Stores the changes of a locked listing with what follows from them: its sale, photos and search terms. The caller
 * tracks the price. Throws 'book-reserved-unchangeable', 'book-sold'.
 */
export async function storeBookChanges(
  { jobs, listingDays, bookHook }: ListingContext,
  tx: Transaction,
  own: typeof books.$inferSelect,
  { isSold, ...changes }: BookChanges & Partial<PriceCut> & Partial<RecognizedBook>,
  now: Date,
): Promise<OwnBookRecord> {
  const { id: bookId, sellerId } = own;
  throwIfAgreedOn(own, { isSold, ...changes }, now);
  const sale =
    isSold === undefined || isSold === (own.soldAt !== null)
      ? null
      : isSold
        ? { soldAt: now }
        : { soldAt: null, ...availableAgain(own, listingDays, now) };
  const stored = {
    ...changes,
    ...(changes.title !== undefined && changes.title !== own.title && { titleChangedAt: now }),
    ...(changes.courses && { courseCodes: toCourseCodes(changes.courses) }),
    ...sale,
    updatedAt: now,
  };
  if (sale?.soldAt) await delistBooks(tx, [bookId], stored);
  else await tx.update(books).set(stored).where(eq(books.id, bookId));
  if (sale !== null) await adjustSaleCount(tx, sellerId, isSold ? 1 : -1);
  if (isSold === false) await checkListingLimit(tx, sellerId);
  if (changes.images !== undefined) {
    await attachPhotos(tx, { ownerId: sellerId, bookId, urls: changes.images, now });
  }
  await updateSearchTerms(tx, { bookId, sellerId, now, ...(own.isActive && { former: own.search }) });
  const kind = sale === null ? 'edited' : isSold ? 'sold' : 'available';
  await bookHook(tx, { bookId, kind }, now);
  const row = await readBookRow(tx, bookId);
  if (mayMatchMore(own, toUnratedBook(row, now))) await enqueueAvailableBook({ jobs }, tx, bookId);
  return row;
}

/** Whether a change may make the listing one of another work. */
const namesWork = (own: typeof books.$inferSelect, changes: BookChanges): boolean =>
  (['title', 'author', 'isbn'] as const).some(
    (field) => changes[field] !== undefined && changes[field] !== own[field],
  );

const IDENTITY = ['title', 'author', 'isbn', 'condition'] as const;

/** Nobody gets another book than the one that was agreed on, and that a sale is recorded of. */
function throwIfAgreedOn(own: typeof books.$inferSelect, changes: BookChanges, now: Date): void {
  const isSame = IDENTITY.every((field) => changes[field] === undefined || changes[field] === own[field]);
  if (isSame) return;
  if (own.soldAt !== null && changes.isSold !== false) throw bookProblem('book-sold');
  if (own.reservedUntil !== null && own.reservedUntil > now) throw bookProblem('book-reserved-unchangeable');
}

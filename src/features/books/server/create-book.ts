import { and, eq, isNull } from 'drizzle-orm';
import { attachPhotos } from '#features/photos/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { newId } from '#platform/server/new-id.ts';
import { bookProblem, type Book, type BookFields } from '../contract.ts';
import { toCourseCodes } from '../course-code.ts';
import { enqueueAvailableBook } from './availability/enqueue-available-book.ts';
import { bookChanged, type BookContext } from './book-events.ts';
import { newPeriod } from './expiry/listing-period.ts';
import { trackPrice } from './prices/track-price.ts';
import { books } from './table.ts';
import { spendBudget } from '#features/budgets/server/public.ts';
import { updateSearchTerms } from './search/search-terms.ts';
import { readBookInTransaction, checkListingLimit } from './write-book.ts';

/**
 * Lists a book of the actor with photos that the actor has uploaded. Repeating the request with the same
 * `clientListingId`, after a lost response, updates that listing.
 */
export async function createBook(
  { database, events, jobs, listingDays }: BookContext,
  actorId: string,
  fields: BookFields,
  now: Date,
): Promise<Book> {
  const book = await database.transaction(async (tx) => {
    const { id, isNew } = await insertOrUpdate(tx, { actorId, listingDays, now }, fields);
    // Afterwards, so that a repeated request for a stored listing is no second one. Throwing rolls it back.
    await spendBudget(tx, { userId: actorId, kind: isNew ? 'listings' : 'edits', now });
    await enqueueAvailableBook({ jobs }, tx, id);
    return readBookInTransaction(tx, id, now);
  });
  events.publish(bookChanged, { bookId: book.id, sellerId: actorId });
  return book;
}

/** Whose listing it is, and how long it stays active. */
type NewListing = { actorId: string; listingDays: number; now: Date };

/** The same within a transaction, without a budget; the caller publishes `bookChanged` after the commit. */
export async function insertBook(tx: Transaction, listing: NewListing, fields: BookFields): Promise<Book> {
  const { id } = await insertOrUpdate(tx, listing, fields);
  return readBookInTransaction(tx, id, listing.now);
}

async function insertOrUpdate(
  tx: Transaction,
  { actorId, listingDays, now }: NewListing,
  fields: BookFields,
): Promise<{ id: string; isNew: boolean }> {
  const [created] = await tx
    .insert(books)
    .values({
      ...toRow(fields),
      id: newId(now),
      sellerId: actorId,
      createdAt: now,
      updatedAt: now,
      ...newPeriod(listingDays, now),
    })
    .onConflictDoNothing()
    .returning({ id: books.id });
  if (created !== undefined) await checkListingLimit(tx, actorId);
  const id = created?.id ?? (await writeAgain(tx, actorId, fields, now));
  await attachPhotos(tx, { ownerId: actorId, bookId: id, urls: fields.images, now });
  await updateSearchTerms(tx, { bookId: id, sellerId: actorId, now });
  return { id, isNew: created !== undefined };
}

async function writeAgain(tx: Transaction, actorId: string, fields: BookFields, now: Date): Promise<string> {
  const [posted] = await tx
    .select()
    .from(books)
    .where(
      and(
        eq(books.sellerId, actorId),
        eq(books.clientListingId, fields.clientListingId ?? ''),
        isNull(books.deletedAt),
      ),
    )
    .for('update');
  if (posted === undefined) throw bookProblem('book-not-found');
  const cut = await trackPrice(tx, posted, fields.price, now);
  await tx
    .update(books)
    .set({ ...toRow(fields), ...cut, updatedAt: now })
    .where(eq(books.id, posted.id));
  return posted.id;
}

const toRow = (fields: BookFields) => ({ ...fields, courseCodes: toCourseCodes(fields.courses) });

import { and, eq, isNull } from 'drizzle-orm';
import { attachPhotos } from '#features/photos/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { newId } from '#platform/server/new-id.ts';
import { bookProblem, type OwnBook, type BookFields } from '../contract.ts';
import { toCourseCodes } from '../course-code.ts';
import { enqueueAvailableBook } from './availability/enqueue-available-book.ts';
import { bookChanged, type BookContext } from './book-events.ts';
import { editLockedBook } from './edit-book.ts';
import { newPeriod } from './expiry/listing-period.ts';
import { books } from './table.ts';
import { spendBudget } from '#features/accounts/server/budgets/public.ts';
import { updateSearchTerms } from './search/search-terms.ts';
import { hideFirstListing } from './hidden/first-listings.ts';
import { readBookInTransaction, checkListingLimit } from './write-book.ts';

/**
 * Lists a book of the actor with photos that the actor has uploaded. Repeating the request with the same
 * `clientListingId`, after a lost response, edits that listing: the draft may have changed meanwhile.
 */
export async function createBook(
  { database, events, ...context }: BookContext,
  actorId: string,
  fields: BookFields,
  now: Date,
): Promise<OwnBook> {
  return database.transaction(async (tx) => {
    const { listingDays, works, firstListingHook } = context;
    const listing = { actorId, listingDays, works, firstListingHook, now };
    const id = await insertNew(tx, listing, fields);
    // A repeated request for a stored listing is no second one, but an edit.
    if (id === null) {
      const { clientListingId: _same, ...changes } = fields;
      const posted = await lockPosted(tx, actorId, fields);
      await spendBudget(tx, { userId: actorId, kind: 'edits', now });
      events.publish(bookChanged, { bookId: posted.id, sellerId: actorId });
      return editLockedBook(context, tx, posted, changes, now);
    }
    await spendBudget(tx, { userId: actorId, kind: 'listings', now });
    await enqueueAvailableBook(context, tx, id);
    events.publish(bookChanged, { bookId: id, sellerId: actorId });
    return readBookInTransaction(context, tx, id, now);
  });
}

type NewListing = Pick<BookContext, 'listingDays' | 'works' | 'firstListingHook'> & {
  actorId: string;
  now: Date;
};

/** The same in a transaction, without a budget or an event. Repeating it changes nothing. Returns the id. */
export async function insertBook(tx: Transaction, listing: NewListing, fields: BookFields): Promise<string> {
  return (await insertNew(tx, listing, fields)) ?? (await lockPosted(tx, listing.actorId, fields)).id;
}

/** The ID, or null if the listing is stored already. */
async function insertNew(
  tx: Transaction,
  { actorId, listingDays, works, firstListingHook, now }: NewListing,
  fields: BookFields,
): Promise<string | null> {
  const [created] = await tx
    .insert(books)
    .values({
      ...fields,
      ...works.recognize(fields),
      courseCodes: toCourseCodes(fields.courses),
      id: newId(now),
      sellerId: actorId,
      createdAt: now,
      updatedAt: now,
      ...newPeriod(listingDays, now),
    })
    .onConflictDoNothing()
    .returning({ id: books.id });
  if (created === undefined) return null;
  await checkListingLimit(tx, actorId);
  await hideFirstListing(tx, { bookId: created.id, sellerId: actorId }, firstListingHook, now);
  await attachPhotos(tx, { ownerId: actorId, bookId: created.id, urls: fields.images, now });
  await updateSearchTerms(tx, { bookId: created.id, sellerId: actorId, now });
  await works.assign(tx, [fields.isbn], now);
  return created.id;
}

async function lockPosted(tx: Transaction, actorId: string, { clientListingId }: BookFields) {
  const [posted] = await tx
    .select()
    .from(books)
    .where(
      and(
        eq(books.sellerId, actorId),
        eq(books.clientListingId, clientListingId ?? ''),
        isNull(books.deletedAt),
      ),
    )
    .for('update');
  if (posted === undefined) throw bookProblem('book-not-found');
  return posted;
}

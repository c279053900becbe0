import { and, gt, inArray, isNull, or } from 'drizzle-orm';
import { detachPhotos } from '#features/photos/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { UNDO_WINDOW_MS } from '../rules.ts';
import { type DelistedBook, delistBooks } from './availability/delist-books.ts';
import { books, PURGED_FIELDS } from './table.ts';
import type { BookWorks } from './works/book-works.ts';

/**
 * Permanently deletes listings of any seller: they cannot be restored, and their photos are deleted
 * immediately. The titles stay for their conversations, and what they said of their ISBNs ends. Includes listings that a seller has deleted and
 * could still restore, or a seller could evade this by deleting and restoring. Returns the listings found;
 * the caller publishes `bookChanged` for each.
 */
export async function permanentlyDeleteBooks(
  tx: Transaction,
  { works, bookIds }: { works: BookWorks; bookIds: string[] },
  now: Date,
): Promise<DelistedBook[]> {
  if (bookIds.length === 0) return [];
  const restorableAfter = new Date(now.getTime() - UNDO_WINDOW_MS);
  const isRemovable = and(
    inArray(books.id, bookIds),
    or(isNull(books.deletedAt), gt(books.deletedAt, restorableAfter)),
  );
  const found = await tx
    .select({ id: books.id })
    .from(books)
    .where(isRemovable)
    .orderBy(books.id)
    .for('update');
  const removed = await delistBooks(
    tx,
    found.map(({ id }) => id),
    {
      // The time is before the start of the undo window: a restore that waits for this row has an earlier `now`.
      deletedAt: new Date(now.getTime() - 2 * UNDO_WINDOW_MS),
      ...PURGED_FIELDS,
      updatedAt: now,
    },
  );
  await detachPhotos(
    tx,
    removed.map(({ id }) => id),
  );
  await works.assign(
    tx,
    removed.map(({ isbn }) => isbn),
    now,
  );
  return removed;
}

import { and, gt, inArray, isNull, or } from 'drizzle-orm';
import { detachPhotos } from '#features/photos/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { UNDO_WINDOW_MS } from '../rules.ts';
import { books } from './table.ts';

export type RemovedBook = { id: string; title: string; sellerId: string };

/**
 * Takes listings away for good, whosever they are: their sellers cannot bring them back, and their photos go at once. The titles stay,
 * for the conversations about them. What a seller has deleted and could still bring back is there as well: or they would keep it by deleting
 * and restoring in turn. Answers those that were there; whoever calls it publishes `bookChanged` for each after the commit.
 */
export async function permanentlyDeleteBooks(
  tx: Transaction,
  bookIds: string[],
  now: Date,
): Promise<RemovedBook[]> {
  if (bookIds.length === 0) return [];
  const restorableAfter = new Date(now.getTime() - UNDO_WINDOW_MS);
  const removed = await tx
    .update(books)
    .set({
      // As if the time for the undo were long over: a restoring that waits for this row began at an earlier `now`.
      deletedAt: new Date(now.getTime() - 2 * UNDO_WINDOW_MS),
      isActive: false,
      images: [],
      description: null,
      updatedAt: now,
    })
    .where(and(inArray(books.id, bookIds), or(isNull(books.deletedAt), gt(books.deletedAt, restorableAfter))))
    .returning({ id: books.id, title: books.title, sellerId: books.sellerId });
  await detachPhotos(
    tx,
    removed.map(({ id }) => id),
  );
  return removed;
}

import { and, inArray, isNull } from 'drizzle-orm';
import { releasePhotos } from '#features/photos/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { undoWindow } from '../rules.ts';
import { books } from './table.ts';

export type RemovedBook = { id: string; title: string; sellerId: string };

/**
 * Takes listings away for good, whosever they are: their sellers cannot bring them back, and their photos go at once. The titles stay,
 * for the conversations about them. Answers those that were there; whoever calls it publishes `bookChanged` for each after the commit.
 */
export async function removeBooks(tx: Transaction, bookIds: string[], now: Date): Promise<RemovedBook[]> {
  if (bookIds.length === 0) return [];
  const removed = await tx
    .update(books)
    .set({
      // As if the time for the undo were over.
      deletedAt: new Date(now.getTime() - undoWindow),
      isActive: false,
      images: [],
      description: null,
      updatedAt: now,
    })
    .where(and(inArray(books.id, bookIds), isNull(books.deletedAt)))
    .returning({ id: books.id, title: books.title, sellerId: books.sellerId });
  await releasePhotos(
    tx,
    removed.map(({ id }) => id),
  );
  return removed;
}

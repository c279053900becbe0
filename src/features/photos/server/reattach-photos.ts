import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import { parsePhotoId } from '../stored-photo.ts';
import { photos } from './table.ts';

/**
 * Attaches photos again that this transaction has detached from a book: others refer to them. They stay
 * until others are attached to the book, or the book is deleted.
 */
export async function reattachPhotos(
  tx: Transaction,
  { bookId, urls }: { bookId: string; urls: readonly string[] },
): Promise<void> {
  const ids = urls.map(parsePhotoId).filter((id) => id !== null);
  if (ids.length === 0) return;
  const isDetached = and(
    isNull(photos.bookId),
    isNull(photos.profileImageOfUserId),
    eq(photos.status, 'stored'),
  );
  await tx
    .update(photos)
    .set({ bookId, unattachedSince: null })
    .where(and(inArray(photos.id, ids), isDetached));
}

import { inArray } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import { photos } from './table.ts';

/** Photos of listings that are gone for good: nobody holds them any more, and the next sweep removes them. */
export async function releasePhotos(tx: Transaction, bookIds: string[]): Promise<void> {
  if (bookIds.length > 0)
    await tx.update(photos).set({ bookId: null }).where(inArray(photos.bookId, bookIds));
}

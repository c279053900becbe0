import { asc, eq, inArray, or } from 'drizzle-orm';
import type { Database, Transaction } from '#platform/server/database/database.ts';
import type { JobQueue } from '#platform/server/jobs/job-queue.ts';
import { photoUrl } from '../rules.ts';
import { photos } from './table.ts';

/** A sweep that does not wait for its hour. */
export const deletePhotosQueue = 'delete-unattached-photos-now';

/** Photos of listings that are gone for good: nobody holds them any more, and the next sweep removes them. */
export async function detachPhotos(tx: Transaction, bookIds: string[]): Promise<void> {
  if (bookIds.length > 0)
    await tx.update(photos).set({ bookId: null }).where(inArray(photos.bookId, bookIds));
}

/** A person's photos are nobody's from the commit on; the files and rows are removed right after it. */
export async function detachPhotosOfUser(jobs: JobQueue, tx: Transaction, userId: string): Promise<void> {
  const released = await tx
    .update(photos)
    .set({ ownerId: null, bookId: null, profileImageOfUserId: null, unattachedSince: null })
    .where(or(eq(photos.ownerId, userId), eq(photos.profileImageOfUserId, userId)))
    .returning({ id: photos.id });
  if (released.length > 0) await jobs.enqueue(tx, deletePhotosQueue, {});
}

/** A person's photos, for the file of their own data. */
export async function exportPhotos({ orm }: Pick<Database, 'orm'>, userId: string) {
  const rows = await orm
    .select()
    .from(photos)
    .where(eq(photos.ownerId, userId))
    .orderBy(asc(photos.createdAt), asc(photos.id));
  return rows.map(({ id, status, bookId, profileImageOfUserId, width, height, createdAt }) => ({
    url: photoUrl(id),
    complete: status === 'stored',
    listing: bookId,
    isProfilePicture: profileImageOfUserId !== null,
    width,
    height,
    createdAt: createdAt.toISOString(),
  }));
}

import { asc, eq, inArray, or } from 'drizzle-orm';
import type { Database, Transaction } from '#platform/server/database/database.ts';
import type { JobQueue } from '#platform/server/jobs/job-queue.ts';
import { photoUrl } from '../stored-photo.ts';
import { photos } from './table.ts';

/** A sweep that does not wait for its hour. */
export const DELETE_PHOTOS_QUEUE = 'delete-unattached-photos-now';

/** Detaches the photos of permanently deleted listings; the next cleanup deletes them. */
export async function detachPhotos(tx: Transaction, bookIds: string[]): Promise<void> {
  if (bookIds.length > 0)
    await tx.update(photos).set({ bookId: null }).where(inArray(photos.bookId, bookIds));
}

/** Clears the owner of a user's photos in the transaction; a job deletes files and rows after the commit. */
export async function detachPhotosOfUser(jobs: JobQueue, tx: Transaction, userId: string): Promise<void> {
  const released = await tx
    .update(photos)
    .set({ ownerId: null, bookId: null, profileImageOfUserId: null, unattachedSince: null })
    .where(or(eq(photos.ownerId, userId), eq(photos.profileImageOfUserId, userId)))
    .returning({ id: photos.id });
  if (released.length > 0) await jobs.enqueue(tx, DELETE_PHOTOS_QUEUE, {});
}

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

import { inArray } from 'drizzle-orm';
import type { Database } from '#platform/server/database/database.ts';
import type { ObjectStorage } from '#platform/server/storage/object-storage.ts';
import { photoTimes } from '../rules.ts';
import { photoKeys } from './store-photo.ts';
import { photos } from './table.ts';

const DELETE_BATCH_SIZE = 100;
const MAX_BATCHES = 50;

/**
 * Deletes unattached photos after a day, those of permanently deleted listings, and those of deleted users.
 * Skips a photo that is being stored, because its files would be written afterwards. Returns the number of
 * photos. Clears the owner first, so that the photo cannot be used, then deletes the files and then the row:
 * after an interruption the next run continues.
 */
export async function deleteUnattachedPhotos(
  database: Database,
  storage: ObjectStorage,
  now: Date,
): Promise<number> {
  const before = new Date(now.getTime() - photoTimes.unattachedTtlMs);
  let deleted = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const { rows } = await database.pool.query<{ id: string }>(
      `UPDATE photos SET owner_id = NULL, unattached_since = NULL WHERE id IN (
        SELECT id FROM photos WHERE book_id IS NULL AND profile_image_of_user_id IS NULL
          AND (unattached_since IS NULL OR unattached_since <= $1) AND (processing_lease_until IS NULL OR processing_lease_until <= $2)
        ORDER BY id LIMIT ${DELETE_BATCH_SIZE} FOR UPDATE SKIP LOCKED)
      RETURNING id`,
      [before, now],
    );
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) break;
    await storage.remove(ids.flatMap(photoKeys));
    await database.orm.delete(photos).where(inArray(photos.id, ids));
    deleted += ids.length;
    if (ids.length < DELETE_BATCH_SIZE) break;
  }
  return deleted;
}

import { inArray } from 'drizzle-orm';
import type { Database } from '#platform/server/database/database.ts';
import type { ObjectStorage } from '#platform/server/storage/object-storage.ts';
import { photoTimes } from '../rules.ts';
import { photoKeys } from './store-photo.ts';
import { photos } from './table.ts';

const BATCH = 100;
const BATCHES = 50;

/**
 * Removes the photos that nobody needs: those that nothing has held for a day, those of an emptied listing, those of a deleted
 * person. One that is being stored just now is left until that is over, or its files would come after. Answers how many. First they lose their owner, so that nobody can use them any more, then their files go, then
 * their rows: whatever it is interrupted at, the next sweep finds the rest.
 */
export async function deleteUnattachedPhotos(
  database: Database,
  storage: ObjectStorage,
  now: Date,
): Promise<number> {
  const before = new Date(now.getTime() - photoTimes.loose);
  let swept = 0;
  for (let batch = 0; batch < BATCHES; batch++) {
    const { rows } = await database.pool.query<{ id: string }>(
      `UPDATE photos SET owner_id = NULL, unattached_since = NULL WHERE id IN (
        SELECT id FROM photos WHERE book_id IS NULL AND profile_image_of_user_id IS NULL
          AND (unattached_since IS NULL OR unattached_since <= $1) AND (processing_lease_until IS NULL OR processing_lease_until <= $2)
        ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
      RETURNING id`,
      [before, now],
    );
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) break;
    await storage.remove(ids.flatMap(photoKeys));
    await database.orm.delete(photos).where(inArray(photos.id, ids));
    swept += ids.length;
    if (ids.length < BATCH) break;
  }
  return swept;
}

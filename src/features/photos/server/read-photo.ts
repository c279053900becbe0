import { buffer } from 'node:stream/consumers';
import type { Database } from '#platform/server/database/database.ts';
import type { ObjectStorage } from '#platform/server/storage/object-storage.ts';
import { parsePhotoId } from '../stored-photo.ts';
import { photoKey, whileStorageAnswers } from './store-photo.ts';

type PhotoSource = { database: Database; storage: ObjectStorage };

/** Null if there is no such photo. Throws 'photo-storage-unavailable'. */
export async function readPhoto(
  { database, storage }: PhotoSource,
  url: string,
  wanted: number,
): Promise<Buffer | null> {
  const id = parsePhotoId(url);
  const size = id === null ? null : await bestSize(database, id, wanted);
  if (id === null || size === null) return null;
  return whileStorageAnswers(async () => {
    const found = await storage.get(photoKey(id, size));
    return found && buffer(found.stream);
  });
}

/** The stored width that is at most the wanted one, else the smallest; null for an unknown photo. */
export async function bestSize(database: Database, id: string, wanted: number): Promise<number | null> {
  const { rows } = await database.pool.query<{ sizes: number[] }>({
    name: 'photo-sizes',
    text: `SELECT sizes FROM photos WHERE id = $1 AND status = 'stored' AND owner_id IS NOT NULL`,
    values: [id],
  });
  const sizes = rows[0]?.sizes;
  if (sizes === undefined) return null;
  return sizes.findLast((size) => size <= wanted) ?? sizes[0] ?? null;
}

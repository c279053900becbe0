import { createHash } from 'node:crypto';
import type { Database } from '#platform/server/database/database.ts';
import type { ObjectStorage } from '#platform/server/storage/object-storage.ts';
import { photoUrl } from '../stored-photo.ts';
import { photoKey } from './store-photo.ts';
import { photos } from './table.ts';

type PhotoSeed = {
  ownerId: string;
  /** Encoded earlier by the product's encoder, by ascending size. */
  renditions: { size: number; bytes: Buffer }[];
  /** The width of the largest rendition, in pixels. */
  width: number;
  height: number;
  now: Date;
};

/** Stores a photo of the demo campus for a listing that follows, and returns its URL. */
export type SeedPhoto = (seed: PhotoSeed) => Promise<string>;

export const createSeedPhoto =
  (database: Pick<Database, 'orm'>, storage: ObjectStorage): SeedPhoto =>
  async ({ ownerId, renditions, width, height, now }) => {
    const id = idOfContent(renditions.at(-1)!.bytes);
    await Promise.all(
      renditions.map(({ size, bytes }) => storage.put(photoKey(id, size), bytes, 'image/webp')),
    );
    await database.orm.insert(photos).values({
      id,
      ownerId,
      status: 'stored',
      width,
      height,
      sizes: renditions.map(({ size }) => size),
      bytes: renditions.reduce((sum, { bytes }) => sum + bytes.length, 0),
      createdAt: now,
      storedAt: now,
      unattachedSince: now,
    });
    return photoUrl(id);
  };

/** Makes an id in the format of a UUIDv7 from the content: a repeated start writes the same files again. */
function idOfContent(bytes: Buffer): string {
  const hash = createHash('sha256').update(bytes).digest('hex');
  const groups = [hash.slice(0, 8), hash.slice(8, 12), `7${hash.slice(12, 15)}`, `8${hash.slice(15, 18)}`];
  return [...groups, hash.slice(18, 30)].join('-');
}

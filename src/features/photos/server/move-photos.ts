import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Database } from '#platform/server/database/database.ts';
import type { ObjectStorage } from '#platform/server/storage/object-storage.ts';
import { listStoredPhotoKeys } from './list-stored-photo-keys.ts';

type MovedPhotos = {
  /** Files. */
  copied: number;
  present: number;
  /** Keys that `from` does not have. */
  missing: string[];
};

/**
 * Copies the files of all stored photos. `from` keeps them. Compares each written file with its original, and
 * continues an interrupted run. `onProgress` gets the number of files so far.
 */
export async function movePhotos(
  database: Pick<Database, 'orm'>,
  { from, to }: { from: ObjectStorage; to: ObjectStorage },
  onProgress: (files: number) => void,
): Promise<MovedPhotos> {
  const result: MovedPhotos = { copied: 0, present: 0, missing: [] };
  for await (const keys of listStoredPhotoKeys(database)) {
    const outcomes = await allOrFirstError(keys.map((key) => copyFile(from, to, key)));
    result.copied += outcomes.filter((outcome) => outcome === 'copied').length;
    result.present += outcomes.filter((outcome) => outcome === 'present').length;
    result.missing.push(...keys.filter((_, index) => outcomes[index] === 'missing'));
    onProgress(result.copied + result.present);
  }
  return result;
}

async function copyFile(from: ObjectStorage, to: ObjectStorage, key: string) {
  const [original, existingSize] = await Promise.all([from.get(key), to.size(key)]);
  if (original === null) return 'missing';
  if (original.size === existingSize) {
    original.stream.destroy();
    return 'present';
  }
  const content = await buffer(original.stream);
  await to.put(key, content, 'image/webp');
  const written = await to.get(key);
  const isEqual = written !== null && hashOf(await buffer(written.stream)) === hashOf(content);
  if (!isEqual) throw new Error(`The copy of ${key} differs from its original.`);
  return 'copied';
}

/** Waits for all, so that none writes after the error is known. */
async function allOrFirstError<T>(work: Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

const hashOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

import { join } from 'node:path';
import { movePhotos } from '#features/photos/server/move-photos.ts';
import type { Database } from '#platform/server/database/database.ts';
import { openDiskStorage } from '#platform/server/storage/disk-storage.ts';
import { StorageUnavailableError } from '#platform/server/storage/object-storage.ts';
import { S3Storage } from '#platform/server/storage/s3-storage.ts';
import type { Config } from '../server/config.ts';

const MAX_NAMED_KEYS = 10;

/** Copies the photos between `DATA_DIR` and the configured bucket. `target` is 's3' or 'disk'. */
export async function runMovePhotosCommand(
  database: Database,
  target: string,
  { dataDir, s3: s3Config }: Config,
): Promise<{ text: string; done: boolean }> {
  if (target !== 's3' && target !== 'disk') return { text: "The target is 's3' or 'disk'.", done: false };
  if (s3Config === null) return { text: 'Set the variables S3_… of the bucket first.', done: false };
  const disk = await openDiskStorage(join(dataDir, 'photos'));
  const s3 = new S3Storage(s3Config);
  try {
    const problem = await s3.check();
    if (problem !== null) return { text: `The bucket cannot be used: ${problem}.`, done: false };
    const direction = target === 's3' ? { from: disk, to: s3 } : { from: s3, to: disk };
    const progress = (files: number) => console.error(`${files} files`);
    const { copied, present, missing } = await movePhotos(database, direction, progress);
    const lines = [`${copied} files were copied and compared, ${present} were there already.`];
    if (missing.length > 0)
      lines.push(`${missing.length} files are missing: ${missing.slice(0, MAX_NAMED_KEYS).join(', ')}`);
    lines.push('The originals are kept.');
    return { text: lines.join('\n'), done: missing.length === 0 };
  } catch (error) {
    if (!(error instanceof StorageUnavailableError)) throw error;
    return { text: `${error.message}. Run the command again to continue.`, done: false };
  } finally {
    await s3.close();
  }
}

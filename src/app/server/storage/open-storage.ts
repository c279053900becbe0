import { join } from 'node:path';
import { FIRST_MARKET } from '#platform/server/markets/market-identity.ts';
import { openDiskStorage } from '#platform/server/storage/disk-storage.ts';
import type { ObjectStorage } from '#platform/server/storage/object-storage.ts';
import type { S3Storage } from '#platform/server/storage/s3-storage.ts';
import { databaseOf } from '#platform/server/markets/market-urls.ts';
import { prefixedStorage } from '#platform/server/storage/prefixed-storage.ts';
import type { Config } from '../config.ts';

/**
 * Where the files of photos are; S3's driver is loaded when used. `onBucket`: it is one, perhaps unreachable. Market 1
 * has the whole bucket, another one what begins with its name.
 */
export async function openStorage(
  { s3, dataDir }: Pick<Config, 's3' | 'dataDir'>,
  onBucket: (storage: S3Storage) => void = () => {},
  market: number = FIRST_MARKET,
): Promise<ObjectStorage> {
  if (s3 === null) return openDiskStorage(join(dataDir, 'photos'));
  const { S3Storage: Storage } = await import('#platform/server/storage/s3-storage.ts');
  const storage = new Storage(s3);
  onBucket(storage);
  return market === FIRST_MARKET ? storage : prefixedStorage(storage, databaseOf(market));
}

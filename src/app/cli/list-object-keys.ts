import { drizzle } from 'drizzle-orm/node-postgres';
import type { PoolClient } from 'pg';
import { listStoredPhotoKeys } from '#features/photos/server/list-stored-photo-keys.ts';

/** The keys of the files of photos, in the transaction of the client. */
export async function listObjectKeys(client: PoolClient): Promise<string[]> {
  const keys: string[] = [];
  for await (const step of listStoredPhotoKeys({ orm: drizzle(client) })) keys.push(...step);
  return keys;
}

import { constants, existsSync } from 'node:fs';
import { access, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { RESERVE_BYTES } from '#features/photos/server/check-disk.ts';
import { ROOT_SECRET_ROW } from '#platform/server/secrets/root-secret.ts';
import type { ObjectStorage } from '#platform/server/storage/object-storage.ts';
import type { Config } from '../../server/config.ts';
import { failed, type Finding, ok, toFailureReason, warning } from './finding.ts';

const MIN_COMFORTABLE_BYTES = 2 * 1024 ** 3;
const FOR_OTHERS = 0o077;

export async function checkFiles(config: Config): Promise<Finding[]> {
  const { dataDir } = config;
  const path = resolve(dataDir);
  try {
    await access(path, constants.W_OK);
  } catch (error) {
    const advice = 'Set DATA_DIR to the directory of the product, or run this as the user of the product.';
    return [failed('data directory', `${path} cannot be used: ${toFailureReason(error)}.`, advice)];
  }
  return [await checkDirectory(path), await checkDisk(path), ...(await checkSecret(config, path))];
}

async function checkDirectory(path: string): Promise<Finding> {
  if (((await stat(path)).mode & FOR_OTHERS) === 0)
    return ok('data directory', `${path} belongs to its owner alone.`);
  return warning('data directory', `Other users of this machine may look into ${path}.`, `chmod 700 ${path}`);
}

async function checkDisk(path: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(path);
  const free = bavail * bsize;
  const text = `${(free / 1024 ** 3).toFixed(1)} GB are free.`;
  const advice = 'Make space, or give the disk more. Old backups and logs are what can go.';
  if (free < RESERVE_BYTES) return failed('disk', `${text} Uploads are refused.`, advice);
  return free < MIN_COMFORTABLE_BYTES ? warning('disk', text, advice) : ok('disk', text);
}

async function checkSecret({ secretKey, databaseUrl }: Config, path: string): Promise<Finding[]> {
  const check = 'secret';
  if (secretKey !== undefined) return [ok(check, 'It is in SECRET_KEY.')];
  if (databaseUrl !== undefined)
    return [
      warning(
        check,
        'It is in the database: anyone who reads it can sign in as any user.',
        `Set SECRET_KEY to the value of ${ROOT_SECRET_ROW} in the table installation_state, then delete that row.`,
      ),
    ];
  const file = join(path, 'secret.key');
  const found = await stat(file).catch(() => null);
  if (found === null)
    return [
      warning(check, 'There is none yet.', 'Start the product: its first start creates it. Keep a copy.'),
    ];
  if ((found.mode & FOR_OTHERS) !== 0)
    return [failed(check, `Other users of this machine may read ${file}.`, `chmod 600 ${file}`)];
  return [ok(check, `Only its owner can read ${file}.`)];
}

/** Writes, reads and deletes a small file where photos are. */
export async function checkStorage({ s3, dataDir }: Config): Promise<Finding[]> {
  if (s3 === null) {
    const folder = join(resolve(dataDir), 'photos');
    if (!existsSync(folder)) return [ok('photos', 'There are none yet.')];
    const advice = 'Check the disk, and that the user of the product may write there.';
    return [await tryFile(`the disk`, advice, () => roundTripOnDisk(folder))];
  }
  const { S3Storage } = await import('#platform/server/storage/s3-storage.ts');
  const storage = new S3Storage(s3);
  const advice = 'Check S3_ENDPOINT, S3_BUCKET and the keys, and what the store says.';
  try {
    const problem = await storage.check();
    if (problem !== null) return [failed('photos', `The bucket cannot be used: ${problem}.`, advice)];
    return [await tryFile(`the bucket ${s3.bucket}`, advice, () => roundTrip(storage))];
  } finally {
    await storage.close();
  }
}

async function tryFile(place: string, advice: string, work: () => Promise<boolean>): Promise<Finding> {
  try {
    return (await work())
      ? ok('photos', `A test file was written to ${place}, read and deleted.`)
      : failed('photos', `A test file came back from ${place} changed.`, advice);
  } catch (error) {
    return failed('photos', `A test file failed in ${place}: ${toFailureReason(error)}.`, advice);
  }
}

async function roundTrip(storage: ObjectStorage): Promise<boolean> {
  const key = `doctor/${randomUUID()}`;
  await storage.put(key, Buffer.from(key), 'text/plain');
  const found = await storage.get(key);
  const text = found === null ? null : (await buffer(found.stream)).toString();
  await storage.remove([key]);
  return text === key;
}

/** Writes and reads a file without the storage: as root that would make folders that the product cannot write to. */
async function roundTripOnDisk(folder: string): Promise<boolean> {
  const file = join(folder, `doctor-${randomUUID()}`);
  try {
    await writeFile(file, file, { flag: 'wx' });
    return (await readFile(file, 'utf8')) === file;
  } finally {
    await rm(file, { force: true });
  }
}

import { buffer } from 'node:stream/consumers';
import pg, { type PoolClient } from 'pg';
import type { Database } from '../database/database.ts';
import { listAppliedMigrations } from '../database/migrations/applied-migrations.ts';
import { readBaseline } from '../database/migrations/migration-files.ts';
import { JOBS_TABLE, WAITING_JOBS_QUERY } from '../jobs/waiting-jobs.ts';
import type { ObjectStorage } from '../storage/object-storage.ts';
import {
  BackupError,
  type BackupManifest,
  FORMAT_VERSION,
  jobsMember,
  MANIFEST_MEMBER,
  MARKET_MEMBER,
  type MarketDescription,
  OBJECT_PREFIX,
  SECRET_MEMBER,
  tableMember,
} from './archive-format.ts';
import { ArchiveWriter } from './archive-writer.ts';
import { copyOut } from './copy-rows.ts';
import {
  type CatalogTable,
  copyTarget,
  countRows,
  listSequences,
  readServerMajor,
  tableExists,
} from './database-catalog.ts';
import { withSnapshot } from './database-snapshot.ts';

export type BackupSource = {
  database: Database;
  storage: ObjectStorage;
  folder: string;
  /** The keys of the files that the rows of the snapshot refer to. */
  listObjectKeys: (client: PoolClient) => Promise<string[]>;
  /** The content of `secret.key`, if the product has one. */
  secret: string | null;
  /** The market that this is, if it is one of several. */
  market?: MarketDescription;
  /** Signs the digest of all members' sums; returns null if the secret is unknown. */
  sign: (sumsDigest: string) => string | null;
  productVersion: string;
  now: Date;
  progress: (text: string) => void;
  /** Ends a backup that is not complete; nothing of it stays. */
  signal: AbortSignal;
};

type BackupSummary = {
  manifest: BackupManifest;
  /** Keys of files that were deleted before they could be read. */
  missing: string[];
  bytes: number;
};

const PROGRESS_EVERY_FILES = 500;

/**
 * Writes the database at one moment, the waiting jobs, the files of that moment and the secret into `file`.
 * The product may be running. Throws BackupError or EarlierMigrationsError.
 */
export async function createBackup(file: string, source: BackupSource): Promise<BackupSummary> {
  const archive = await ArchiveWriter.create(file, source.now);
  try {
    const added = await unlessAborted(addAll(archive, source), source.signal);
    return { ...added, bytes: await archive.finish(source.sign) };
  } catch (error) {
    await archive.abandon();
    throw toBackupError(error, file);
  }
}

async function addAll(
  archive: ArchiveWriter,
  source: BackupSource,
): Promise<{ manifest: BackupManifest; missing: string[] }> {
  const { manifest, keys } = await withSnapshot(source.database, (client, tables) =>
    addRows(archive, source, { client, tables }),
  );
  if (source.market !== undefined)
    await archive.add(MARKET_MEMBER, Buffer.from(JSON.stringify(source.market, null, 1)));
  const missing = await addObjects(archive, source, keys);
  if (source.secret !== null) await archive.add(SECRET_MEMBER, Buffer.from(`${source.secret}\n`));
  return { manifest, missing };
}

/** Work that is left behind ends at its next member: the archive takes no more. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort);
  try {
    return await Promise.race([aborted, work]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

async function addRows(
  archive: ArchiveWriter,
  { folder, listObjectKeys, productVersion, now, progress }: BackupSource,
  { client, tables }: { client: PoolClient; tables: CatalogTable[] },
): Promise<{ manifest: BackupManifest; keys: string[] }> {
  const migrations = await listAppliedMigrations(client, await readBaseline(folder));
  if (migrations.length === 0) throw new BackupError('This database is empty: there is nothing to back up.');
  const hasJobs = await tableExists(client, JOBS_TABLE);
  const keys = await listObjectKeys(client);
  const manifest: BackupManifest = {
    format: FORMAT_VERSION,
    productVersion,
    createdAt: now.toISOString(),
    postgresqlMajor: await readServerMajor(client),
    migrations,
    tables: [],
    sequences: await listSequences(client),
    jobs: hasJobs ? await countRows(client, `(${WAITING_JOBS_QUERY}) AS waiting`) : 0,
    objects: keys.length,
  };
  for (const table of tables)
    manifest.tables.push({ ...table, rows: await countRows(client, pg.escapeIdentifier(table.name)) });
  await archive.add(MANIFEST_MEMBER, Buffer.from(JSON.stringify(manifest, null, 1)));
  for (const table of manifest.tables) {
    if (table.rows === 0) continue;
    const statement = `COPY ${copyTarget(table)} TO STDOUT`;
    await addCopy(archive, { client, statement, rows: table.rows }, (part) => tableMember(table.name, part));
    progress(`${table.name}: ${table.rows} rows`);
  }
  if (manifest.jobs > 0) {
    const statement = `COPY (${WAITING_JOBS_QUERY}) TO STDOUT`;
    await addCopy(archive, { client, statement, rows: manifest.jobs }, jobsMember);
    progress(`waiting jobs: ${manifest.jobs}`);
  }
  return { manifest, keys };
}

async function addCopy(
  archive: ArchiveWriter,
  { client, statement, rows }: { client: PoolClient; statement: string; rows: number },
  memberOf: (part: number) => string,
): Promise<void> {
  let part = 0;
  const copied = await copyOut(client, statement, (content) => archive.add(memberOf((part += 1)), content));
  if (copied !== rows) throw new Error(`${statement} gave ${copied} rows instead of ${rows}`);
}

/** A file that was deleted since the snapshot is left out. */
async function addObjects(
  archive: ArchiveWriter,
  { storage, progress }: BackupSource,
  keys: string[],
): Promise<string[]> {
  const missing: string[] = [];
  for (const [index, key] of keys.entries()) {
    const found = await storage.get(key);
    if (found === null) missing.push(key);
    else await archive.add(OBJECT_PREFIX + key, await buffer(found.stream));
    if ((index + 1) % PROGRESS_EVERY_FILES === 0) progress(`files of photos: ${index + 1} of ${keys.length}`);
  }
  if (keys.length > 0) progress(`files of photos: ${keys.length - missing.length}`);
  return missing;
}

function toBackupError(error: unknown, file: string): unknown {
  if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') return error;
  return new BackupError(`There is no space left for ${file}. What was written of it is deleted.`);
}

import { buffer } from 'node:stream/consumers';
import pg, { type Client, type PoolClient } from 'pg';
import type { Database } from '../database/database.ts';
import { listAppliedMigrations } from '../database/migrations/applied-migrations.ts';
import { readBaseline } from '../database/migrations/migration-files.ts';
import { cellJobsQuery, readCellTime } from '../jobs/cell/cell-waiting-jobs.ts';
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
  setPortableFormats,
  tableExists,
} from './database-catalog.ts';
import { withSnapshot } from './database-snapshot.ts';

/** `run` gives the work a session with the jobs database. */
export type CellOfBackup = {
  market: number;
  run: <T>(work: (session: Client) => Promise<T>) => Promise<T>;
};

/** Jobs for COPY. */
type JobsSource = { client: Client | PoolClient; query: string };

export type BackupSource = {
  database: Database;
  storage: ObjectStorage;
  folder: string;
  /** The keys of the files that the rows of the snapshot refer to. */
  listObjectKeys: (client: PoolClient) => Promise<string[]>;
  /** The queue with the jobs of a market that is one of several; missing: they are in the database itself. */
  cell?: CellOfBackup;
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
  const { manifest, keys } = await withCellJobs(source.cell, (cellJobs) =>
    withSnapshot(source.database, (client, tables) => addRows(archive, source, { client, tables, cellJobs })),
  );
  if (source.market !== undefined)
    await archive.add(MARKET_MEMBER, Buffer.from(JSON.stringify(source.market, null, 1)));
  const missing = await addObjects(archive, source, keys);
  if (source.secret !== null) await archive.add(SECRET_MEMBER, Buffer.from(`${source.secret}\n`));
  return { manifest, missing };
}

/** `cellJobs` reads when it is first called: after the snapshot of the market's database. */
async function withCellJobs<T>(
  cell: CellOfBackup | undefined,
  work: (cellJobs: () => Promise<JobsSource[]>) => Promise<T>,
): Promise<T> {
  if (cell === undefined) return work(async () => []);
  return cell.run(async (session) => {
    const since = await readCellTime(session);
    return work(async () => {
      await session.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      await setPortableFormats(session);
      const isThere = await tableExists(session, JOBS_TABLE);
      return isThere ? [{ client: session, query: cellJobsQuery(cell.market, since) }] : [];
    });
  });
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
  {
    client,
    tables,
    cellJobs,
  }: { client: PoolClient; tables: CatalogTable[]; cellJobs: () => Promise<JobsSource[]> },
): Promise<{ manifest: BackupManifest; keys: string[] }> {
  const migrations = await listAppliedMigrations(client, await readBaseline(folder));
  if (migrations.length === 0) throw new BackupError('This database is empty: there is nothing to back up.');
  const hasJobs = await tableExists(client, JOBS_TABLE);
  const jobs = [...(hasJobs ? [{ client, query: WAITING_JOBS_QUERY }] : []), ...(await cellJobs())];
  const keys = await listObjectKeys(client);
  const manifest: BackupManifest = {
    format: FORMAT_VERSION,
    productVersion,
    createdAt: now.toISOString(),
    postgresqlMajor: await readServerMajor(client),
    migrations,
    tables: [],
    sequences: await listSequences(client),
    jobs: 0,
    objects: keys.length,
  };
  for (const { client: session, query } of jobs)
    manifest.jobs += await countRows(session, `(${query}) AS waiting`);
  for (const table of tables)
    manifest.tables.push({ ...table, rows: await countRows(client, pg.escapeIdentifier(table.name)) });
  await archive.add(MANIFEST_MEMBER, Buffer.from(JSON.stringify(manifest, null, 1)));
  for (const table of manifest.tables) {
    if (table.rows === 0) continue;
    const statement = `COPY ${copyTarget(table)} TO STDOUT`;
    await addCopy(archive, { client, statement, rows: table.rows }, (part) => tableMember(table.name, part));
    progress(`${table.name}: ${table.rows} rows`);
  }
  await addJobs(archive, jobs);
  if (manifest.jobs > 0) progress(`waiting jobs: ${manifest.jobs}`);
  return { manifest, keys };
}

async function addJobs(archive: ArchiveWriter, sources: readonly JobsSource[]): Promise<void> {
  let parts = 0;
  for (const { client, query } of sources) {
    const statement = `COPY (${query}) TO STDOUT`;
    await copyOut(client, statement, (content) => archive.add(jobsMember((parts += 1)), content));
  }
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

import { buffer } from 'node:stream/consumers';
import pg, { type PoolClient } from 'pg';
import type { Database, DatabaseLog } from '../database/database.ts';
import { inLockedTransaction } from '../database/locked-transaction.ts';
import { withClient } from '../database/with-client.ts';
import { migrateDatabase, MIGRATION_LOCK } from '../database/migrations/migrate-database.ts';
import { hasJournal } from '../database/migrations/applied-migrations.ts';
import { createJobTables, insertArrivedJobs } from '../jobs/waiting-jobs.ts';
import type { ObjectStorage } from '../storage/object-storage.ts';
import { BackupError, MARKET_MEMBER, OBJECT_PREFIX, SECRET_MEMBER } from './archive-format.ts';
import { type ArchiveMember, readArchive, type VerifiedArchive } from './archive-reader.ts';
import { throwIfIncompatible } from './check-compatibility.ts';
import { listTables, tableExists } from './database-catalog.ts';
import { RowLoader } from './load-rows.ts';

type RestoreTarget = {
  database: Database;
  storage: ObjectStorage;
  folder: string;
  productVersion: string;
  /** Called before anything is changed; throws BackupError if the secret cannot be restored. */
  checkSecret: (secret: string | null) => Promise<void>;
  /** Stores the secret, in the transaction of the rows if that is where it belongs. */
  saveSecret: (secret: string, client: PoolClient) => Promise<void>;
  /** Called in the transaction of the rows, whose tables are those of the backup's version. */
  onRowsLoaded: (client: PoolClient) => Promise<void>;
  log: DatabaseLog;
  progress: (text: string) => void;
};

const OBJECT_TYPE = 'image/webp';
const MAX_OBJECT_BYTES = 64 * 1024 * 1024;

/**
 * Restores a verified backup into an empty database. The rows are one transaction, which is the last to be
 * stored: if it is interrupted before, the same backup can be restored again; after it a start completes the
 * rest. Throws BackupError or EarlierMigrationsError.
 */
export async function restoreBackup(archive: VerifiedArchive, target: RestoreTarget): Promise<void> {
  const { database, folder, log, progress } = target;
  const { manifest, secret } = archive;
  await throwIfIncompatible(database, manifest, target);
  await withClient(database, throwIfNotEmpty);
  await target.checkSecret(secret);
  progress('Creating the tables …');
  await migrateDatabase(database, { folder, log, until: manifest.migrations.at(-1)!.createdAt });
  await createJobTables(database);
  await withClient(database, (client) =>
    inLockedTransaction(client, MIGRATION_LOCK, () => load(client, archive, target)),
  );
  await migrateDatabase(database, { folder, log });
  await withClient(database, (client) => client.query('ANALYZE'));
}

async function load(client: PoolClient, archive: VerifiedArchive, target: RestoreTarget): Promise<void> {
  await throwIfNotEmpty(client);
  const rows = await RowLoader.begin(client, archive.manifest);
  try {
    await readArchive(
      archive.file,
      archive.checkSignature,
      async (manifest) => {
        if (JSON.stringify(manifest) !== JSON.stringify(archive.manifest))
          throw new BackupError('The file was changed meanwhile.');
      },
      async (member) => {
        if (isRows(member)) return rows.load(member.name, member.content);
        // The connection is in the middle of a COPY until then.
        await rows.endTable();
        return restoreMember(member, client, target);
      },
    );
    await rows.finish();
    await target.onRowsLoaded(client);
  } catch (error) {
    rows.abort(error as Error);
    throw error;
  }
  await insertArrivedJobs(target.database, client);
}

const isRows = ({ name }: ArchiveMember) => /^(tables|jobs)\//.test(name);

async function restoreMember(
  { name, size, content }: ArchiveMember,
  client: PoolClient,
  { storage, saveSecret }: RestoreTarget,
): Promise<void> {
  if (name === MARKET_MEMBER) return;
  if (size > MAX_OBJECT_BYTES) throw new BackupError(`The backup is damaged: ${name} is too large.`);
  const bytes = await buffer(content);
  if (name === SECRET_MEMBER) await saveSecret(bytes.toString('utf8').trim(), client);
  else await storage.put(name.slice(OBJECT_PREFIX.length), bytes, OBJECT_TYPE);
}

/** Tables without rows are what an interrupted restore leaves. */
async function throwIfNotEmpty(client: PoolClient): Promise<void> {
  const tables = await listTables(client);
  if (tables.length > 0 && !(await hasJournal(client)))
    throw new BackupError('The database contains tables of something else. Use a separate database.');
  const names = tables.map(({ name }) => pg.escapeIdentifier(name));
  if (await tableExists(client, 'pgboss.job')) names.push('pgboss.job');
  for (const name of names) {
    const { rowCount } = await client.query(`SELECT FROM ${name} LIMIT 1`);
    if (rowCount !== 0)
      throw new BackupError(
        'The database is not empty. A backup is restored into an empty one: set DATA_DIR to a new directory, or ' +
          'DATABASE_URL to a new database. Nothing was changed.',
      );
  }
}

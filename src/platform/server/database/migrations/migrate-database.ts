import { setTimeout as pause } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { releaseSessionLock, trySessionLock } from '../advisory-lock.ts';
import type { Database, DatabaseLog } from '../database.ts';
import { databaseErrorCode } from '../database-error.ts';
import { inLockedTransaction, LOCK_POLL_MS } from '../locked-transaction.ts';
import { hasJournal, listAppliedMigrations } from './applied-migrations.ts';
import { type Baseline, type Migration, readBaseline, readMigrations } from './migration-files.ts';

// Any number is fine, as long as every process uses the same one.
export const MIGRATION_LOCK = 4_917_203_355_601;
const LOCK_NOT_AVAILABLE = '55P03';

/** How long a migration waits for table locks. Durations are in milliseconds. */
type MigrationRetryOptions = {
  /** The lock timeout. Later requests for the table wait behind the migration. */
  lock: number;
  /** The pause that lets them through before the next attempt. */
  between: number;
  attempts: number;
};
const LOCK_RETRY: MigrationRetryOptions = { lock: 2_000, between: 3_000, attempts: 40 };

type MigrateDatabaseOptions = {
  folder: string;
  log: DatabaseLog;
  lockRetry?: MigrationRetryOptions;
  /** The `createdAt` of the last migration to apply: a backup is loaded into the tables that it had. */
  until?: number | undefined;
};

/**
 * Applies the pending migrations, each in a transaction unless marked; of several processes one does. Throws
 * EarlierMigrationsError before it writes, or if one fails or cannot lock its tables.
 */
export async function migrateDatabase(
  database: Database,
  { folder, log, lockRetry = LOCK_RETRY, until = Number.POSITIVE_INFINITY }: MigrateDatabaseOptions,
): Promise<{ applied: string[] }> {
  const migrations = (await readMigrations(folder)).filter(({ createdAt }) => createdAt <= until);
  const baseline = await readBaseline(folder);
  const applied: string[] = [];
  const client = await database.openSession();
  try {
    await inLockedTransaction(client, MIGRATION_LOCK, async () => {
      await listAppliedMigrations(client, baseline);
      await createJournal(client);
    });
    for (const migration of migrations) {
      const startedAt = performance.now();
      const fresh = migration.withoutTransaction
        ? await inLockedSession(client, () => applyMigration(client, migration, baseline))
        : await withLockRetry(migration, { log, lockRetry }, () =>
            inLockedTransaction(client, MIGRATION_LOCK, async () => {
              // The timeout does not apply to our own lock: a process waits for it as long as another's migrations take.
              await client.query(`SET LOCAL lock_timeout = ${lockRetry.lock}`);
              return applyMigration(client, migration, baseline);
            }),
          );
      if (!fresh) continue;
      applied.push(migration.name);
      const ms = Math.round(performance.now() - startedAt);
      log.info({ migration: migration.name, ms }, `Migrated the database: ${migration.name}`);
    }
    await warnOfUnknown(client, { migrations, baseline, log });
  } finally {
    await client.end();
  }
  return { applied };
}

async function withLockRetry<T>(
  { name }: Migration,
  { log, lockRetry }: { log: DatabaseLog; lockRetry: MigrationRetryOptions },
  work: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (databaseErrorCode(error) !== LOCK_NOT_AVAILABLE) throw error;
      if (attempt >= lockRetry.attempts)
        throw new Error(
          `The migration ${name} could not have its tables in ${attempt} attempts, because transactions that run ` +
            'for long keep them. Nothing was changed; end them, or start again when they have ended.',
          { cause: error },
        );
      if (attempt === 1) log.warn({ migration: name }, `The migration ${name} waits for a table in use`);
      await pause(lockRetry.between);
    }
  }
}

/** Runs migrations without a transaction under a lock of the session. */
async function inLockedSession<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  while (!(await trySessionLock(client, MIGRATION_LOCK))) await pause(LOCK_POLL_MS);
  const result = await work();
  // A failure closes the connection, which releases the lock.
  await releaseSessionLock(client, MIGRATION_LOCK);
  return result;
}

/** The table of drizzle-orm's own migrator. */
async function createJournal(client: ClientBase): Promise<void> {
  if (await hasJournal(client)) return;
  await client.query(`CREATE SCHEMA IF NOT EXISTS drizzle;
    CREATE TABLE drizzle.__drizzle_migrations (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint)`);
}

async function applyMigration(
  client: ClientBase,
  migration: Migration,
  baseline: Baseline | null,
): Promise<boolean> {
  const applied = await listAppliedMigrations(client, baseline);
  const known = applied.find(({ createdAt }) => createdAt === migration.createdAt);
  if (known?.hash === migration.hash) return false;
  if (known)
    throw new Error(
      `The migration ${migration.name} was changed after it had been applied to this database. ` +
        'Restore the file and write another migration, or begin with an empty database.',
    );
  for (const statement of migration.statements) await runStatement(client, migration.name, statement);
  await client.query('INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, $2)', [
    migration.hash,
    migration.createdAt,
  ]);
  return true;
}

async function runStatement(client: ClientBase, name: string, statement: string): Promise<void> {
  try {
    await client.query(statement);
  } catch (error) {
    const excerpt = statement.trim().slice(0, 200);
    throw new Error(`The migration ${name} failed: ${(error as Error).message}\n${excerpt}`, {
      cause: error,
    });
  }
}

async function warnOfUnknown(
  client: ClientBase,
  { migrations, baseline, log }: { migrations: Migration[]; baseline: Baseline | null; log: DatabaseLog },
): Promise<void> {
  const known = new Set(migrations.map(({ createdAt }) => createdAt));
  const applied = await listAppliedMigrations(client, baseline);
  const unknown = applied.filter(({ createdAt }) => !known.has(createdAt)).length;
  if (unknown > 0)
    log.warn({ unknown }, 'The database has migrations that this version does not know: it is newer');
}

import { createHash } from 'node:crypto';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import type { PoolClient } from 'pg';
import type { Database, DatabaseLog } from './database.ts';

type Migration = { name: string; createdAt: number; hash: string; statements: string[] };

// Any number will do, as long as every process takes the same one.
const MIGRATION_LOCK = 4_917_203_355_601;

/**
 * Applies the migrations of a folder (Drizzle's journal and SQL files) that the database has not seen, each in a
 * transaction of its own. Any number of processes may start together: the lock lets one of them do the work.
 */
export async function migrateDatabase(
  database: Database,
  { folder, log }: { folder: string; log: DatabaseLog },
): Promise<{ applied: string[] }> {
  const migrations = await readMigrations(folder);
  const applied: string[] = [];
  await database.withoutStatementLimit(async () => {
    const client = await database.pool.connect();
    let failed = true;
    try {
      await inLockedTransaction(client, () => createJournal(client));
      for (const migration of migrations) {
        const startedAt = performance.now();
        const fresh = await inLockedTransaction(client, () => applyMigration(client, migration));
        if (!fresh) continue;
        applied.push(migration.name);
        const ms = Math.round(performance.now() - startedAt);
        log.info({ migration: migration.name, ms }, `Migrated the database: ${migration.name}`);
      }
      await warnOfUnknown(client, migrations, log);
      failed = false;
    } finally {
      client.release(failed);
    }
  });
  return { applied };
}

/** The migrations in the order of the journal; throws when a file is missing. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const journal = JSON.parse(await fs.readFile(path.join(folder, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string; when: number }[];
  };
  return Promise.all(
    journal.entries.map(async ({ tag, when }) => {
      const text = await fs.readFile(path.join(folder, `${tag}.sql`), 'utf8');
      const statements = text.split('--> statement-breakpoint').filter((part) => part.trim() !== '');
      return {
        name: tag,
        createdAt: when,
        hash: createHash('sha256').update(text).digest('hex'),
        statements,
      };
    }),
  );
}

async function inLockedTransaction<T>(client: PoolClient, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    // A migration may run for long, and so may the wait for another process's.
    await client.query('SET LOCAL statement_timeout = 0');
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** The same table that drizzle-orm's own migrator keeps. */
async function createJournal(client: PoolClient): Promise<void> {
  const found = await client.query(`SELECT to_regclass('drizzle.__drizzle_migrations') AS it`);
  if (found.rows[0].it !== null) return;
  await client.query(`CREATE SCHEMA IF NOT EXISTS drizzle;
    CREATE TABLE drizzle.__drizzle_migrations (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint)`);
}

async function applyMigration(client: PoolClient, migration: Migration): Promise<boolean> {
  const known = await client.query('SELECT hash FROM drizzle.__drizzle_migrations WHERE created_at = $1', [
    migration.createdAt,
  ]);
  if (known.rows[0]?.hash === migration.hash) return false;
  if (known.rows[0])
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

async function runStatement(client: PoolClient, name: string, statement: string): Promise<void> {
  try {
    await client.query(statement);
  } catch (error) {
    const excerpt = statement.trim().slice(0, 200);
    throw new Error(`The migration ${name} failed: ${(error as Error).message}\n${excerpt}`, {
      cause: error,
    });
  }
}

async function warnOfUnknown(client: PoolClient, migrations: Migration[], log: DatabaseLog): Promise<void> {
  const { rows } = await client.query('SELECT created_at FROM drizzle.__drizzle_migrations');
  const known = new Set(migrations.map(({ createdAt }) => createdAt));
  const unknown = rows.filter(({ created_at }) => !known.has(created_at)).length;
  if (unknown > 0)
    log.warn({ unknown }, 'The database has migrations that this version does not know: it is newer');
}

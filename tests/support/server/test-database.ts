/** A migrated, empty database for tests, on the server that the project's global setup provides. */
import { createHash, randomUUID } from 'node:crypto';
import * as path from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import type { Database, DatabaseLog, OpenDatabaseOptions } from '#platform/server/database/database.ts';
import { openDatabase } from '#platform/server/database/database.ts';
import { migrateDatabase } from '#platform/server/database/migrations/migrate-database.ts';
import { readMigrations } from '#platform/server/database/migrations/migration-files.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The database `postgres` on the server of this project, as superuser. */
    databaseUrl: string;
  }
}

export type TestDatabase = Database & {
  /** Truncates the product's non-empty tables (and the job queue) and restarts their sequences. */
  reset(): Promise<void>;
};

type TestDatabaseOptions = {
  /**
   * A separate database, which the caller must close. By default all files of a Vitest worker share one:
   * `close()` leaves it running, and it is empty when it is handed out.
   */
  own?: boolean;
  migrations?: string;
  log?: DatabaseLog;
  timeouts?: OpenDatabaseOptions['timeouts'];
};

const ROOT = path.resolve(import.meta.dirname, '../../..');
const TEMPLATE_LOCK = 812_604_417;
const silent: DatabaseLog = { debug() {}, info() {}, warn() {}, error() {} };

// Vitest may load this module once per file, so shared state is stored on the process.
const shared = globalThis as { bookswapTestDatabase?: Promise<TestDatabase> };

export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  if (options.own) return openFresh(options);
  shared.bookswapTestDatabase ??= openFresh(options);
  const database = await shared.bookswapTestDatabase;
  await database.reset();
  return { ...database, close: () => Promise.resolve() };
}

function withReset(database: Database, afterClose: () => Promise<void>): TestDatabase {
  let question: Promise<string> | undefined;
  const reset = async () => {
    question ??= questionForFilledTables(database);
    const { rows } = await database.pool.query(await question);
    // Truncating an empty table costs as much as a full one: a new file for it and for each of its indexes.
    if (rows.length > 0)
      await truncate(
        database,
        rows.map(({ name }) => name),
      );
    // pg-boss creates its tables when it starts, possibly after the first reset. Old schedules would run at
    // that start.
    const jobs = await database.pool.query(`SELECT to_regclass('pgboss.job') AS it`);
    if (jobs.rows[0].it !== null)
      await database.pool.query('DELETE FROM pgboss.job; DELETE FROM pgboss.schedule');
  };
  const close = async () => {
    await database.close();
    await afterClose();
  };
  return { ...database, reset, close };
}

/** The audit log refuses to be emptied; tests disable its triggers for that. */
async function truncate(database: Database, names: string[]): Promise<void> {
  const statement = `TRUNCATE ${names.join(', ')} RESTART IDENTITY CASCADE`;
  const withoutTriggers = names.includes('audit_entries')
    ? [
        'ALTER TABLE audit_entries DISABLE TRIGGER USER',
        statement,
        'ALTER TABLE audit_entries ENABLE TRIGGER USER',
      ]
    : [statement];
  // Several statements in one query are one transaction.
  await database.pool.query(withoutTriggers.join('; '));
}

async function questionForFilledTables(database: Database): Promise<string> {
  const { rows } = await database.pool.query(
    `SELECT format('SELECT %L AS name WHERE EXISTS (SELECT FROM %1$s)', oid::regclass) AS question FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
       AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')`,
  );
  return rows.map(({ question }) => question).join(' UNION ALL ') || 'SELECT WHERE false';
}

/** Identifies the schema that the migrations produce. */
async function migrationsKey(folder: string): Promise<string> {
  const content = JSON.stringify(await readMigrations(folder));
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}

/** A database without tables, which the caller must close. */
export async function createEmptyDatabase(): Promise<Database> {
  const adminUrl = inject('databaseUrl');
  const name = `bookswap_test_${randomUUID().replaceAll('-', '')}`;
  await asAdmin(adminUrl, async (admin) => {
    await admin.query(`CREATE DATABASE ${name}`);
  });
  return withReset(await openDatabase({ url: withDatabase(adminUrl, name), dataDir: '', log: silent }), () =>
    dropDatabase(adminUrl, name),
  );
}

const dropDatabase = (adminUrl: string, name: string): Promise<void> =>
  asAdmin(adminUrl, async (admin) => {
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  });

/** Created once per schema, then copied. */
async function openFresh({ migrations, log = silent, timeouts }: TestDatabaseOptions): Promise<TestDatabase> {
  const adminUrl = inject('databaseUrl');
  const folder = migrations ?? path.join(ROOT, 'db/migrations');
  const template = `bookswap_template_${await migrationsKey(folder)}`;
  const name = `bookswap_test_${randomUUID().replaceAll('-', '')}`;
  await asAdmin(adminUrl, async (admin) => {
    // A template must have no connections while it is copied, so copies run one at a time.
    await admin.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rowCount } = await admin.query('SELECT FROM pg_database WHERE datname = $1', [template]);
    if (rowCount === 0) await createTemplate(admin, adminUrl, template, folder, log);
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  });
  const url = withDatabase(adminUrl, name);
  return withReset(await openDatabase({ url, dataDir: '', log, timeouts }), () =>
    dropDatabase(adminUrl, name),
  );
}

async function createTemplate(
  admin: pg.Client,
  adminUrl: string,
  template: string,
  folder: string,
  log: DatabaseLog,
): Promise<void> {
  const unfinished = `${template}_unfinished`;
  await admin.query(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`);
  await admin.query(`CREATE DATABASE ${unfinished} TEMPLATE template0`);
  const database = await openDatabase({ url: withDatabase(adminUrl, unfinished), dataDir: '', log });
  try {
    await migrateDatabase(database, { folder, log });
  } finally {
    await database.close();
  }
  await admin.query(`ALTER DATABASE ${unfinished} RENAME TO ${template}`);
}

async function asAdmin(url: string, work: (admin: pg.Client) => Promise<void>): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

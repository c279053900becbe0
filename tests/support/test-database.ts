/** A migrated, empty database for tests, on the engine that TEST_ENGINE names: `embedded` (the default) or `postgres`. */
import { createHash, randomUUID } from 'node:crypto';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import pg from 'pg';
import type { Database, DatabaseLog, OpenDatabaseOptions } from '#platform/server/database/database.ts';
import { openDatabase } from '#platform/server/database/database.ts';
import { takeExclusiveLock } from '#platform/server/database/exclusive-lock.ts';
import { migrateDatabase, readMigrations } from '#platform/server/database/migrate-database.ts';

export type TestDatabase = Database & {
  /** Empties the product's tables that have rows (and the queue of jobs), and starts their sequences again. */
  reset(): Promise<void>;
  /** Connection string of a database on PostgreSQL; undefined for the embedded engine. */
  url: string | undefined;
};

export type TestDatabaseOptions = {
  /**
   * A database of the caller's own, which it must close. By default all files of a Vitest worker share one, `close()` leaves it
   * running, and it is empty when it is handed out.
   */
  own?: boolean;
  migrations?: string;
  log?: DatabaseLog;
  limits?: OpenDatabaseOptions['limits'];
};

type Limits = OpenDatabaseOptions['limits'];

const ROOT = path.resolve(import.meta.dirname, '../..');
const CACHE = path.join(ROOT, 'node_modules/.cache/bookswap');
const TEMPLATE_LOCK = 812_604_417;
const BUILD_MS = 60_000;
const silent: DatabaseLog = { info() {}, warn() {}, error() {} };

// Vitest may load this module once per file: what is shared hangs on the process.
const shared = globalThis as { bookswapTestDatabase?: Promise<TestDatabase> };

export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  if (options.own) return openFresh(options);
  shared.bookswapTestDatabase ??= openFresh(options);
  const database = await shared.bookswapTestDatabase;
  await database.reset();
  return { ...database, close: () => Promise.resolve() };
}

function openFresh(options: TestDatabaseOptions): Promise<TestDatabase> {
  const folder = options.migrations ?? path.join(ROOT, 'db/migrations');
  const log = options.log ?? silent;
  return process.env.TEST_ENGINE === 'postgres'
    ? openFromTemplate(folder, log, options.limits)
    : openFromDump(folder, log, options.limits);
}

function withReset(
  database: Database,
  url: string | undefined,
  afterClose?: () => Promise<void>,
): TestDatabase {
  let question: Promise<string> | undefined;
  const reset = async () => {
    question ??= questionForFilledTables(database);
    const { rows } = await database.pool.query(await question);
    // Emptying an empty table costs as much as emptying a full one: a new file for it and for each of its indexes.
    if (rows.length > 0)
      await database.pool.query(
        `TRUNCATE ${rows.map(({ name }) => name).join(', ')} RESTART IDENTITY CASCADE`,
      );
    // pg-boss makes its tables when it starts, which may be after the first reset. What stood in the schedule would run at that start.
    const jobs = await database.pool.query(`SELECT to_regclass('pgboss.job') AS it`);
    if (jobs.rows[0].it !== null)
      await database.pool.query('DELETE FROM pgboss.job; DELETE FROM pgboss.schedule');
  };
  const close = async () => {
    await database.close();
    await afterClose?.();
  };
  return { ...database, url, reset, close };
}

async function questionForFilledTables(database: Database): Promise<string> {
  const { rows } = await database.pool.query(
    `SELECT format('SELECT %L AS name WHERE EXISTS (SELECT FROM %1$s)', oid::regclass) AS question FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
       AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')`,
  );
  return rows.map(({ question }) => question).join(' UNION ALL ') || 'SELECT WHERE false';
}

/** Identifies the state that the migrations lead to. */
async function migrationsKey(folder: string): Promise<string> {
  const migrations = await readMigrations(folder);
  const engine = await fs.readFile(path.join(ROOT, 'node_modules/@electric-sql/pglite/package.json'), 'utf8');
  const content = JSON.stringify([migrations, (JSON.parse(engine) as { version: string }).version]);
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}

async function openFromDump(folder: string, log: DatabaseLog, limits: Limits): Promise<TestDatabase> {
  const loadDump = await migratedDump(folder, log);
  return withReset(await openDatabase({ dataDir: '', memory: true, loadDump, log, limits }), undefined);
}

/** Made once per state of the migrations; the other workers wait for the one that makes it. */
async function migratedDump(folder: string, log: DatabaseLog): Promise<Uint8Array<ArrayBuffer>> {
  const key = await migrationsKey(folder);
  const prefix = `database-${createHash('sha256').update(folder).digest('hex').slice(0, 8)}-`;
  const file = path.join(CACHE, `${prefix}${key}.tar`);
  const cached = () => fs.readFile(file).then((bytes) => new Uint8Array(bytes));
  const found = await cached().catch(() => undefined);
  if (found) return found;
  await fs.mkdir(CACHE, { recursive: true });
  const lock = await takeExclusiveLock(path.join(CACHE, 'database.lock'), CACHE, BUILD_MS);
  try {
    const meanwhile = await cached().catch(() => undefined);
    if (meanwhile) return meanwhile;
    const database = await openDatabase({ dataDir: '', memory: true, log });
    await migrateDatabase(database, { folder, log });
    const dump = (await database.engine!.request('dump')) as Uint8Array<ArrayBuffer>;
    await database.close();
    const old = (await fs.readdir(CACHE)).filter((name) => name.startsWith(prefix));
    await Promise.all(old.map((name) => fs.rm(path.join(CACHE, name), { force: true })));
    await fs.writeFile(`${file}.new`, dump);
    await fs.rename(`${file}.new`, file);
    return dump;
  } finally {
    lock.release();
  }
}

async function openFromTemplate(folder: string, log: DatabaseLog, limits: Limits): Promise<TestDatabase> {
  const adminUrl = process.env.TEST_POSTGRES_URL;
  if (!adminUrl)
    throw new Error('TEST_ENGINE=postgres needs TEST_POSTGRES_URL, the address of a running cluster');
  const template = `bookswap_template_${await migrationsKey(folder)}`;
  const name = `bookswap_test_${randomUUID().replaceAll('-', '')}`;
  await asAdmin(adminUrl, async (admin) => {
    // Nobody may be connected to a template while it is copied, so that too happens one at a time.
    await admin.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rowCount } = await admin.query('SELECT FROM pg_database WHERE datname = $1', [template]);
    if (rowCount === 0) await makeTemplate(admin, adminUrl, template, folder, log);
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  });
  const url = withDatabase(adminUrl, name);
  return withReset(await openDatabase({ url, dataDir: '', log, limits }), url, () =>
    asAdmin(adminUrl, async (admin) => {
      await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    }),
  );
}

async function makeTemplate(
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

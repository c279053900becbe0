import * as fs from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/server/test-database.ts';
import { createRecordingLog } from '#tests/support/fakes/recording-log.ts';
import { migrateDatabase } from './migrate-database.ts';

const FIXTURE = path.join(import.meta.dirname, '../../../../../tests/support/server/migrations');

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase({ own: true, migrations: FIXTURE });
});
afterAll(() => database.close());
beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'bookswap-migrations-'));
  await fs.cp(FIXTURE, folder, { recursive: true });
  await database.pool.query('DROP SCHEMA IF EXISTS drizzle CASCADE');
  await database.pool.query('DROP TABLE IF EXISTS notes, accounts, extra');
  await database.pool.query('DROP FUNCTION IF EXISTS f_unaccent');
});
afterEach(() => fs.rm(folder, { recursive: true }));

async function addMigration(name: string, text: string): Promise<void> {
  const file = path.join(folder, 'meta/_journal.json');
  const journal = JSON.parse(await fs.readFile(file, 'utf8')) as { entries: object[] };
  journal.entries.push({
    idx: journal.entries.length,
    when: 1_796_000_000_000,
    tag: name,
    breakpoints: true,
  });
  await fs.writeFile(file, JSON.stringify(journal));
  await fs.writeFile(path.join(folder, `${name}.sql`), text);
}

const migrate = (log = createRecordingLog()) => migrateDatabase(database, { folder, log });
/** Starts several migrations together, and returns what they applied. */
async function migrateAtOnce(processes: number, log?: ReturnType<typeof createRecordingLog>) {
  const results = await Promise.all(Array.from({ length: processes }, () => migrate(log)));
  return results.flatMap(({ applied }) => applied).sort();
}
const query = async (text: string, values?: unknown[]) => (await database.pool.query(text, values)).rows;
const exists = async (table: string) =>
  (await query('SELECT to_regclass($1) IS NOT NULL AS it', [table]))[0].it;

test('applies new migrations in order, and logs each', async () => {
  const log = createRecordingLog();
  expect(await migrate(log)).toEqual({
    applied: ['0000_extensions', '0001_notes'],
  });
  expect(log.messages).toEqual([
    'Migrated the database: 0000_extensions',
    'Migrated the database: 0001_notes',
  ]);
  expect(await migrate(log)).toEqual({ applied: [] });
  await addMigration('0002_extra', 'CREATE TABLE extra (i int)');
  expect(await migrate(log)).toEqual({ applied: ['0002_extra'] });
  expect(await exists('extra')).toBe(true);
});

test('runs once when several processes start together', async () => {
  expect(await migrateAtOnce(4)).toEqual(['0000_extensions', '0001_notes']);
});

test('leaves nothing of a migration that fails, and names it', async () => {
  await addMigration('0002_broken', 'CREATE TABLE extra (i int);\n--> statement-breakpoint\nSELECT 1 / 0');
  await expect(migrate()).rejects.toThrow(/0002_broken failed: division by zero/);
  expect([await exists('extra'), await exists('notes')]).toEqual([false, true]);
});

test.each(['without', 'with'])(
  'refuses a migration that was changed after it had been applied, %s a baseline',
  async (kind) => {
    if (kind === 'with') await addBaseline();
    await migrate();
    await fs.appendFile(path.join(folder, '0001_notes.sql'), '-- changed\n');
    await expect(migrate()).rejects.toThrow(/0001_notes was changed/);
  },
);

test('continues with a database of a newer version, and logs it', async () => {
  await addMigration('0002_extra', 'CREATE TABLE extra (i int)');
  await migrate();
  const log = createRecordingLog();
  expect(await migrateDatabase(database, { folder: FIXTURE, log })).toEqual({ applied: [] });
  expect(log.messages).toEqual([expect.stringContaining('it is newer')]);
});

const concurrently = `-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS notes_by_number;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY notes_by_number ON notes (number);
`;
const indexes = () =>
  query(`SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass('notes_by_number')`);

test('runs a marked migration without a transaction, and again after an interruption', async () => {
  await addMigration('0002_index', concurrently);
  expect(await migrateAtOnce(3)).toEqual(['0000_extensions', '0001_notes', '0002_index']);
  expect(await indexes()).toEqual([{ valid: true }]);
  // The index was built, but the process ended before the migration was recorded.
  await query('DELETE FROM drizzle.__drizzle_migrations WHERE created_at = 1796000000000');
  expect(await migrate()).toEqual({ applied: ['0002_index'] });
  expect(await indexes()).toEqual([{ valid: true }]);
  const limit = await Promise.all([1, 2, 3].map(() => query('SHOW statement_timeout')));
  expect(limit.flat()).not.toContainEqual({ statement_timeout: '0' });
});

/** The `when` of 0001_notes. */
const LAST = 1_795_000_001_000;

const addBaseline = () =>
  fs.writeFile(
    path.join(folder, 'meta/_baseline.json'),
    JSON.stringify({ version: '0.9.0', when: LAST, hash: 'last' }),
  );

describe('a baseline', () => {
  const earlier = { hash: 'first', createdAt: LAST - 5_000 };
  const last = { hash: 'last', createdAt: LAST };
  const journal = () =>
    query('SELECT hash, created_at AS "createdAt" FROM drizzle.__drizzle_migrations ORDER BY id');
  /** Restores the journal that the last version before the baseline wrote. */
  const replaceJournal = async (rows: { hash: string; createdAt: number }[]) => {
    await migrateDatabase(database, { folder: FIXTURE, log: createRecordingLog() });
    await query('TRUNCATE drizzle.__drizzle_migrations');
    for (const { hash, createdAt } of rows)
      await query('INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, $2)', [
        hash,
        createdAt,
      ]);
  };
  beforeEach(async () => {
    await addBaseline();
    await addMigration('0002_index', concurrently);
  });

  test('is applied to an empty database, once, by several processes', async () => {
    expect(await migrateAtOnce(4)).toEqual(['0000_extensions', '0001_notes', '0002_index']);
    expect(await migrate()).toEqual({ applied: [] });
  });

  test('is completed after a start that was interrupted', async () => {
    await migrate();
    await database.pool.query(`DELETE FROM drizzle.__drizzle_migrations WHERE created_at >= $1`, [LAST]);
    await database.pool.query('DROP TABLE notes, accounts');
    expect(await migrate()).toEqual({ applied: ['0001_notes', '0002_index'] });
  });

  test('counts as applied after the last migration that it replaces, and later migrations follow', async () => {
    await replaceJournal([earlier, last]);
    const log = createRecordingLog();
    expect(await migrateAtOnce(4, log)).toEqual(['0002_index']);
    expect(log.messages).toEqual(['Migrated the database: 0002_index']);
    expect(await indexes()).toEqual([{ valid: true }]);
    expect((await journal()).slice(0, 2)).toEqual([earlier, last]);
    expect(await journal()).toHaveLength(3);
  });

  test.each<[string, { hash: string; createdAt: number }[]]>([
    ['of an earlier migration', [earlier]],
    ['whose last migration was changed', [earlier, { ...last, hash: 'changed' }]],
  ])('refuses a database %s, and writes nothing', async (_, rows) => {
    await replaceJournal(rows);
    await database.pool.query('DROP TABLE notes, accounts');
    const refused = await Promise.allSettled([migrate(), migrate()]);
    for (const result of refused)
      expect(result).toMatchObject({
        reason: {
          name: 'EarlierMigrationsError',
          message: expect.stringContaining(
            'database lacks migrations of BookSwap 0.9.0. Upgrade it to 0.9.0',
          ),
        },
      });
    expect([await journal(), await exists('notes')]).toEqual([rows, false]);
  });
});

describe('a table that is locked by a long read', () => {
  const change = 'ALTER TABLE notes ADD COLUMN extra int';
  const withReader = async (work: (end: () => Promise<unknown>) => Promise<void>) => {
    const reader = await database.pool.connect();
    await reader.query('BEGIN');
    await reader.query('SELECT FROM notes');
    try {
      await work(() => reader.query('COMMIT'));
    } finally {
      reader.release(true);
    }
  };
  beforeEach(async () => {
    await migrate();
    await addMigration('0002_change', change);
  });

  test('is changed after the read, while other reads go on', async () => {
    await withReader(async (end) => {
      const log = createRecordingLog();
      const lockRetry = { lock: 100, between: 50, attempts: 1_000 };
      const migrating = migrateDatabase(database, { folder, log, lockRetry });
      await expect.poll(() => log.messages).toContain('The migration 0002_change waits for a table in use');
      for (let n = 0; n < 20; n += 1) await database.pool.query('SELECT FROM notes');
      await end();
      expect(await migrating).toEqual({ applied: ['0002_change'] });
    });
  });

  test('is unchanged if the read does not end', async () => {
    await withReader(async () => {
      const lockRetry = { lock: 50, between: 10, attempts: 3 };
      const migrating = migrateDatabase(database, { folder, log: createRecordingLog(), lockRetry });
      await expect(migrating).rejects.toThrow('0002_change could not have its tables in 3 attempts');
    });
    expect(await migrate()).toEqual({ applied: ['0002_change'] });
  });
});

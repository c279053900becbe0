import * as fs from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../tests/support/test-database.ts';
import type { TestDatabase } from '../../../../tests/support/test-database.ts';
import { keptLog } from './fixtures/kept-log.ts';
import { migrateDatabase } from './migrate-database.ts';

const FIXTURE = path.join(import.meta.dirname, 'fixtures/migrations');

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

const exists = async (table: string) =>
  (await database.pool.query('SELECT to_regclass($1) IS NOT NULL AS it', [table])).rows[0].it;

test('applies what is new, in order, and tells of each', async () => {
  const log = keptLog();
  expect(await migrateDatabase(database, { folder, log })).toEqual({
    applied: ['0000_extensions', '0001_notes'],
  });
  expect(log.messages).toEqual([
    'Migrated the database: 0000_extensions',
    'Migrated the database: 0001_notes',
  ]);
  expect(await migrateDatabase(database, { folder, log })).toEqual({ applied: [] });
  await addMigration('0002_extra', 'CREATE TABLE extra (i int)');
  expect(await migrateDatabase(database, { folder, log })).toEqual({ applied: ['0002_extra'] });
  expect(await exists('extra')).toBe(true);
});

test('is done once by processes that start together', async () => {
  const results = await Promise.all(
    Array.from({ length: 4 }, () => migrateDatabase(database, { folder, log: keptLog() })),
  );
  expect(results.flatMap(({ applied }) => applied).sort()).toEqual(['0000_extensions', '0001_notes']);
});

test('leaves nothing of a migration that fails, and names it', async () => {
  await addMigration('0002_broken', 'CREATE TABLE extra (i int);\n--> statement-breakpoint\nSELECT 1 / 0');
  const attempt = migrateDatabase(database, { folder, log: keptLog() });
  await expect(attempt).rejects.toThrow(/0002_broken failed: division by zero/);
  expect([await exists('extra'), await exists('notes')]).toEqual([false, true]);
});

test('refuses a migration that was changed after it had been applied', async () => {
  await migrateDatabase(database, { folder, log: keptLog() });
  await fs.appendFile(path.join(folder, '0001_notes.sql'), '-- changed\n');
  await expect(migrateDatabase(database, { folder, log: keptLog() })).rejects.toThrow(
    /0001_notes was changed/,
  );
});

test('goes on with a database of a newer version, and says so', async () => {
  await addMigration('0002_extra', 'CREATE TABLE extra (i int)');
  await migrateDatabase(database, { folder, log: keptLog() });
  const log = keptLog();
  expect(await migrateDatabase(database, { folder: FIXTURE, log })).toEqual({ applied: [] });
  expect(log.messages).toEqual([expect.stringContaining('it is newer')]);
});

import * as path from 'node:path';
import { expect, test } from 'vitest';
import { readMigrations } from '#platform/server/database/migrate-database.ts';

// Earlier migrations were applied to empty databases only.
const firstOnFilledTables = '0004';

test('no migration scans a filled table while it holds a lock on it', async () => {
  const migrations = await readMigrations(path.join(import.meta.dirname, '../../db/migrations'));
  const inTransaction = migrations.filter(
    ({ name, withoutTransaction }) => name >= firstOnFilledTables && !withoutTransaction,
  );
  expect(inTransaction.length).toBeGreaterThan(0);
  const scanning = inTransaction.flatMap(({ name, statements }) => {
    const created = new Set(statements.map((it) => /CREATE TABLE "?(\w+)/.exec(it)?.[1]));
    return statements
      .filter((it) => {
        const index = /CREATE (?:UNIQUE )?INDEX .*? ON "?(\w+)/.exec(it)?.[1];
        const constraint = /ALTER TABLE "?(\w+)"? ADD CONSTRAINT/.exec(it)?.[1];
        const table = index ?? (/NOT VALID/.test(it) ? undefined : constraint);
        return table !== undefined && !created.has(table);
      })
      .map((it) => `${name}: ${it.trim()}`);
  });
  expect(scanning).toEqual([]);
});

/** Installations with several processes exist from this migration on. */
const FIRST_BESIDE_OLD_PROCESSES = '0018';

/** What the statements of the version before, which still runs, would miss or not know. */
const INCOMPATIBLE =
  /\bDROP (TABLE|COLUMN|VIEW|FUNCTION)\b|\bRENAME\b|\bALTER COLUMN\b[^;]*\b(TYPE|SET NOT NULL|DROP DEFAULT)\b/i;
const requiredColumn = (statement: string) =>
  /\bADD COLUMN\b/i.test(statement) &&
  /\bNOT NULL\b/i.test(statement) &&
  !/\b(DEFAULT|GENERATED)\b/i.test(statement);

test('no migration takes from the version before what it may use: else it says `-- unused since VERSION`', async () => {
  const migrations = await readMigrations(path.join(import.meta.dirname, '../../db/migrations'));
  const breaking = migrations
    .filter(({ name }) => name >= FIRST_BESIDE_OLD_PROCESSES)
    .flatMap(({ name, statements }) =>
      statements
        .filter((it) => INCOMPATIBLE.test(it) || requiredColumn(it))
        .filter((it) => !/^-- unused since \d/m.test(it))
        .map((it) => `${name}: ${it.trim()}`),
    );
  expect(breaking).toEqual([]);
});

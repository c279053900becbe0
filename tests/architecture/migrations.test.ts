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

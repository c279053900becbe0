import * as path from 'node:path';
import { expect, test } from 'vitest';
import {
  type Migration,
  readBaseline,
  readMigrations,
} from '#platform/server/database/migrations/migration-files.ts';

const FOLDER = path.join(import.meta.dirname, '../../db/migrations');

/** The baseline is applied to empty databases only. */
async function readLaterMigrations(): Promise<Migration[]> {
  const baseline = await readBaseline(FOLDER);
  return (await readMigrations(FOLDER)).slice(baseline!.migrations.length);
}

const sample = (...statements: string[]): Migration => ({
  name: 'sample',
  createdAt: 0,
  hash: '',
  statements,
  withoutTransaction: false,
});

/** The statements that scan a filled table while they hold a lock on it. */
function listScanning({ name, statements, withoutTransaction }: Migration): string[] {
  if (withoutTransaction) return [];
  const created = new Set(statements.map((it) => /CREATE TABLE "?(\w+)/.exec(it)?.[1]));
  return statements
    .filter((it) => {
      const index = /CREATE (?:UNIQUE )?INDEX .*? ON "?(\w+)/.exec(it)?.[1];
      const constraint = /ALTER TABLE "?(\w+)"? ADD CONSTRAINT/.exec(it)?.[1];
      const table = index ?? (/NOT VALID/.test(it) ? undefined : constraint);
      return table !== undefined && !created.has(table);
    })
    .map((it) => `${name}: ${it.trim()}`);
}

test('no migration scans a filled table while it holds a lock on it', async () => {
  expect((await readLaterMigrations()).flatMap(listScanning)).toEqual([]);
  const index = 'CREATE INDEX "books_price" ON "books" USING btree ("price");';
  const check = 'ALTER TABLE "books" ADD CONSTRAINT "books_price" CHECK (price > 0)';
  expect(listScanning(sample(index, `${check};`))).toHaveLength(2);
  expect(listScanning(sample('CREATE TABLE "books" ();', index, `${check} NOT VALID;`))).toEqual([]);
});

/** What the statements of the version before, which still runs, would miss or not know. */
const INCOMPATIBLE =
  /\bDROP (TABLE|COLUMN|VIEW|FUNCTION)\b|\bRENAME\b|\bALTER COLUMN\b[^;]*\b(TYPE|SET NOT NULL|DROP DEFAULT)\b/i;
const requiredColumn = (statement: string) =>
  /\bADD COLUMN\b/i.test(statement) &&
  /\bNOT NULL\b/i.test(statement) &&
  !/\b(DEFAULT|GENERATED)\b/i.test(statement);

const listBreaking = ({ name, statements }: Migration): string[] =>
  statements
    .filter((it) => INCOMPATIBLE.test(it) || requiredColumn(it))
    .filter((it) => !/^-- unused since \d/m.test(it))
    .map((it) => `${name}: ${it.trim()}`);

test('no migration takes from the version before what it may use: else it says `-- unused since VERSION`', async () => {
  expect((await readLaterMigrations()).flatMap(listBreaking)).toEqual([]);
  const dropped = 'ALTER TABLE "books" DROP COLUMN "views";';
  const required = 'ALTER TABLE "books" ADD COLUMN "color" text NOT NULL;';
  expect(listBreaking(sample(dropped, required))).toHaveLength(2);
  expect(listBreaking(sample(`-- unused since 0.1.0\n${dropped}`))).toEqual([]);
});

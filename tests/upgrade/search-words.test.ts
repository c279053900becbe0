/** The migration 0012 writes the words of all listings beside running processes of version 0.1.0. */
import { randomUUID } from 'node:crypto';
import * as path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#platform/server/database/database.ts';
import { migrateDatabase } from '#platform/server/database/migrations/migrate-database.ts';
import { readMigrations } from '#platform/server/database/migrations/migration-files.ts';
import { createRecordingLog } from '#tests/support/fakes/recording-log.ts';
import { createEmptyDatabase } from '#tests/support/server/test-database.ts';

const FOLDER = path.join(import.meta.dirname, '../../db/migrations');
const NAME = '0012_search-in-languages';
const LISTINGS = 1_000;

let database: Database;
const userId = randomUUID();
beforeAll(async () => {
  database = await createEmptyDatabase();
  const migrations = await readMigrations(FOLDER);
  const before = migrations[migrations.findIndex(({ name }) => name === NAME) - 1]!;
  await migrateDatabase(database, { folder: FOLDER, log: createRecordingLog(), until: before.createdAt });
  await query(
    `INSERT INTO users (id, issuer, subject, name, email, created_at) VALUES ($1, 'x', 'x', 'Sam', 'sam@northfield.example', now())`,
    [userId],
  );
});
afterAll(() => database.close());

const query = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;

const insertListings = (count: number, title: string) =>
  query(
    `INSERT INTO books (id, seller_id, title, author, condition, price, created_at, updated_at)
     SELECT gen_random_uuid(), $1, $2 || ' ' || n, 'x', 'Good', 1, now(), now() FROM generate_series(1, $3) n`,
    [userId, title, count],
  );

/** As 0.1.0 stores wanted words. */
const want = (words: string, query_: string, sameKey: string, matchKey: string) =>
  query(
    `INSERT INTO wanted_entries (id, user_id, words, query, same_key, match_key, awaited_book_ids, created_at)
     VALUES (gen_random_uuid(), $1, $2, to_tsquery('simple', $3), $4, $5, '{}', now())`,
    [userId, words, query_, sameKey, matchKey],
  );

it('leaves no listing without its words, while listings are posted and edited, and folds wanted words', async () => {
  await insertListings(LISTINGS, 'كِتَاب');
  await want('أُصول الفقه', "'أُصول' & 'الفقه':*", 'words:أُصول الفقه', 'word:أُصول');
  await want('real analysis', "'real' & 'analysis':*", 'words:real analysis', 'word:real');
  await want('مدرسة', "'مدرسة':*", 'words:مدرسة', 'prefix:مدرسة');
  await want('مدرسه', "'مدرسه':*", 'words:مدرسه', 'prefix:مدرسه');
  const state = { isMigrated: false };
  const migrating = migrateDatabase(database, { folder: FOLDER, log: createRecordingLog() }).finally(() => {
    state.isMigrated = true;
  });
  let written = 0;
  while (!state.isMigrated) {
    await insertListings(3, `أحمد ${written}`);
    await query(
      `UPDATE books SET title = 'Straße', views = views + 1 WHERE id IN (SELECT id FROM books ORDER BY id DESC LIMIT 5)`,
    );
    written += 3;
  }
  expect((await migrating).applied).toContain(NAME);
  const wrong = await query(
    'SELECT title FROM books WHERE search <> book_search(title, author, isbn, subject)',
  );
  expect(wrong).toEqual([]);
  const [found] = await query(`SELECT (SELECT count(*)::int FROM books WHERE search @@ 'كتاب') AS books,
    (SELECT count(*)::int FROM books WHERE search @@ 'strasse') > 0 AS "hasEdited"`);
  expect(found).toEqual({
    books: expect.toSatisfy((count: number) => count > LISTINGS - 10),
    hasEdited: true,
  });
  const wishes = await query(
    'SELECT words, query::text AS query, same_key AS "sameKey", match_key AS "matchKey" FROM wanted_entries ORDER BY words COLLATE "C"',
  );
  expect(wishes).toEqual([
    {
      words: 'real analysis',
      query: "'real' & 'analysis':*",
      sameKey: 'words:real analysis',
      matchKey: 'word:real',
    },
    {
      words: 'أُصول الفقه',
      query: "'اصول' & 'الفقه':*",
      sameKey: 'words:اصول الفقه',
      matchKey: 'word:اصول',
    },
    // The same as the next one from now on.
    { words: 'مدرسة', query: "'مدرسة':*", sameKey: 'words:مدرسة', matchKey: 'prefix:مدرسة' },
    { words: 'مدرسه', query: "'مدرسه':*", sameKey: 'words:مدرسه', matchKey: 'prefix:مدرسه' },
  ]);
});

it('is applied again after an interruption', async () => {
  await query('ALTER TABLE books DISABLE TRIGGER write_book_search');
  await insertListings(10, 'Łódź');
  await query('DELETE FROM drizzle.__drizzle_migrations WHERE created_at = $1', [
    (await readMigrations(FOLDER)).find(({ name }) => name === NAME)!.createdAt,
  ]);
  await migrateDatabase(database, { folder: FOLDER, log: createRecordingLog() });
  const [found] = await query(`SELECT count(*)::int AS books FROM books WHERE search @@ 'lodz'`);
  expect(found).toEqual({ books: 10 });
  await insertListings(1, 'Łódź');
  const [later] = await query(`SELECT count(*)::int AS books FROM books WHERE search @@ 'lodz'`);
  expect(later).toEqual({ books: 11 });
});

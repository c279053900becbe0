/** The migration 0020 makes cases of the reports of before, and can be run again after it failed in the middle. */
import { randomUUID } from 'node:crypto';
import * as path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#platform/server/database/database.ts';
import { migrateDatabase } from '#platform/server/database/migrations/migrate-database.ts';
import { type Migration, readMigrations } from '#platform/server/database/migrations/migration-files.ts';
import { createRecordingLog } from '#tests/support/fakes/recording-log.ts';
import { createEmptyDatabase } from '#tests/support/server/test-database.ts';

const FOLDER = path.join(import.meta.dirname, '../../db/migrations');

let database: Database;
let migration: Migration;
const [seller, buyer, other, admin] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
const bookId = randomUUID();

const query = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;

beforeAll(async () => {
  database = await createEmptyDatabase();
  const migrations = await readMigrations(FOLDER);
  const index = migrations.findIndex(({ name }) => name === '0020_moderation');
  migration = migrations[index]!;
  const until = migrations[index - 1]!.createdAt;
  await migrateDatabase(database, { folder: FOLDER, log: createRecordingLog(), until });
  for (const id of [seller, buyer, other])
    await query(
      `INSERT INTO users (id, issuer, subject, name, email, created_at)
      VALUES ($1::uuid, 'x', $1::uuid::text, 'Sam', $1::uuid::text || '@northfield.example', now())`,
      [id],
    );
  await query(
    `INSERT INTO books (id, seller_id, title, author, condition, price, created_at, updated_at)
    VALUES ($1, $2, 'Calculus', 'x', 'Good', 1, now(), now())`,
    [bookId, seller],
  );
});
afterAll(() => database.close());

type Reported = { by: string; kind: 'user' | 'book'; about?: string; day: number; handledOn?: number };

const report = ({ by, kind, about = seller, day, handledOn }: Reported) =>
  query(
    `INSERT INTO reports (id, reporter_id, kind, user_id, book_id, reason, status, handled_by, handled_at, created_at)
    VALUES (gen_random_uuid(), $1, $2, $3, $4, 'spam', $5, $6, $7, $8)`,
    [
      by,
      kind,
      about,
      kind === 'book' ? bookId : null,
      handledOn === undefined ? 'open' : 'acted',
      handledOn === undefined ? null : admin,
      handledOn === undefined ? null : at(handledOn),
      at(day),
    ],
  );

const at = (day: number) => new Date(Date.UTC(2026, 0, day));

it('makes one case of each object, in order of time, with its history', async () => {
  await report({ by: buyer, kind: 'user', day: 5, handledOn: 6 });
  await report({ by: buyer, kind: 'book', day: 2, handledOn: 3 });
  await report({ by: other, kind: 'book', day: 4 });
  await report({ by: buyer, kind: 'user', about: other, day: 7 });
  const readAll = async () => ({
    cases: await query(
      `SELECT number, target_kind AS kind, target_id AS target, user_id AS person, state, opened_at AS opened,
        closed_at AS closed, created_at AS created FROM cases ORDER BY number`,
    ),
    events: await query(
      `SELECT c.number, e.kind, e.actor_id AS actor, e.at FROM case_events e JOIN cases c ON c.id = e.case_id ORDER BY c.number, e.at`,
    ),
    without: await query('SELECT id FROM reports WHERE case_id IS NULL'),
  });
  await migrateDatabase(database, { folder: FOLDER, log: createRecordingLog(), until: migration.createdAt });
  const migrated = await readAll();
  const open = { state: 'open', closed: null };
  expect(migrated.cases).toEqual([
    { number: 1, kind: 'book', target: bookId, person: seller, ...open, opened: at(4), created: at(2) },
    {
      number: 2,
      kind: 'user',
      target: seller,
      person: seller,
      state: 'closed',
      opened: at(5),
      closed: at(6),
      created: at(5),
    },
    { number: 3, kind: 'user', target: other, person: other, ...open, opened: at(7), created: at(7) },
  ]);
  expect(migrated.events).toEqual([
    { number: 1, kind: 'report-received', actor: null, at: at(2) },
    { number: 1, kind: 'closed', actor: admin, at: at(3) },
    { number: 1, kind: 'report-received', actor: null, at: at(4) },
    { number: 2, kind: 'report-received', actor: null, at: at(5) },
    { number: 2, kind: 'closed', actor: admin, at: at(6) },
    { number: 3, kind: 'report-received', actor: null, at: at(7) },
  ]);
  expect(migrated.without).toEqual([]);
  for (const statement of migration.statements) await query(statement);
  expect(await readAll()).toEqual(migrated);
});

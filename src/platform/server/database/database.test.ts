import * as path from 'node:path';
import { sql } from 'drizzle-orm';
import { pgTable, timestamp, bigint, integer, serial } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/server/test-database.ts';
import { NestedDatabaseUseError, databaseErrorCode } from './database.ts';
import { pauseBeforeRetryMs } from './run-transaction.ts';

const notes = pgTable('notes', {
  id: serial().primaryKey(),
  writer: integer().notNull(),
  number: bigint({ mode: 'number' }).notNull(),
  writtenAt: timestamp('written_at', { withTimezone: true }).notNull().default(new Date(0)),
});

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({
    own: true,
    migrations: path.join(import.meta.dirname, '../../../../tests/support/server/migrations'),
  });
});
beforeEach(() => database.reset());
afterAll(() => database.close());

const count = async () => (await database.pool.query('SELECT count(*) AS n FROM notes')).rows[0].n;
const note = (number: number) => sql`INSERT INTO notes (writer, number) VALUES (1, ${number})`;
const raise = (code: string) => sql.raw(`DO $$BEGIN RAISE EXCEPTION USING ERRCODE = '${code}'; END$$`);

test('has unaccent and trigrams', async () => {
  const { rows } = await database.pool.query(
    `SELECT f_unaccent('Élémentaire') AS plain, similarity('chemistry', 'chemsitry') > 0.3 AS alike`,
  );
  expect(rows).toEqual([{ plain: 'Elementaire', alike: true }]);
});

describe('values', () => {
  const at = new Date('2026-11-20T09:30:00.125Z');

  test('int8 and count() are numbers, a timestamptz is a Date, with pg and with Drizzle', async () => {
    await database.orm.insert(notes).values({ writer: 1, number: 2 ** 52, writtenAt: at });
    const expected = { number: 2 ** 52, at, n: 1, list: [2 ** 52, null] };
    const text = `SELECT number, written_at AS at, count(*) OVER () AS n, ARRAY[number, NULL] AS list FROM notes`;
    expect((await database.pool.query(text)).rows).toEqual([expected]);
    expect((await database.orm.execute(sql.raw(text))).rows).toEqual([expected]);
    expect(await database.transaction(async (tx) => (await tx.execute(sql.raw(text))).rows)).toEqual([
      expected,
    ]);
    const columns = { number: notes.number, at: notes.writtenAt, n: sql<number>`count(*) over ()` };
    expect(await database.orm.select(columns).from(notes)).toEqual([{ number: 2 ** 52, at, n: 1 }]);
  });

  test('a date keeps its day', async () => {
    const day = { day: '2026-11-20' };
    expect((await database.pool.query(`SELECT '2026-11-20'::date AS day`)).rows).toEqual([day]);
    expect((await database.orm.execute(sql`SELECT '2026-11-20'::date AS day`)).rows).toEqual([day]);
    expect((await database.pool.query('SHOW timezone')).rows).toEqual([{ TimeZone: 'UTC' }]);
  });

  test('an int8 beyond what a number holds exactly is an error', async () => {
    await expect(database.pool.query('SELECT 9007199254740993::int8')).rejects.toThrow(/no safe integer/);
  });

  test('an error has its SQLSTATE, also through Drizzle', async () => {
    await database.orm.execute(note(1));
    const codes = await Promise.all(
      [
        database.orm.execute(note(1)),
        database.pool.query('SELECT * FROM nowhere'),
        Promise.reject(new Error('other')),
      ].map((work) => work.then(() => 'none', databaseErrorCode)),
    );
    expect(codes).toEqual(['23505', '42P01', undefined]);
  });
});

describe('a transaction', () => {
  test('commits when it succeeds, and rolls back when it throws', async () => {
    expect(await database.transaction(async (tx) => (await tx.execute(note(1))).rowCount)).toBe(1);
    const failure = new Error('thought better of it');
    const attempt = database.transaction(async (tx) => {
      await tx.execute(note(2));
      throw failure;
    });
    await expect(attempt).rejects.toBe(failure);
    expect(await count()).toBe(1);
  });

  test('with an unnoticed failed statement throws instead of succeeding silently', async () => {
    const attempt = database.transaction(async (tx) => {
      await tx.execute(note(1));
      await tx.execute(raise('P0001')).catch(() => undefined);
    });
    await expect(attempt).rejects.toThrow(/rolled back/);
    expect(await count()).toBe(0);
  });

  test.each(['40001', '40P01'])('runs again after %s, twice at most', async (code) => {
    let attempts = 0;
    const failing = (times: number, number: number) =>
      database.transaction(async (tx) => {
        attempts += 1;
        await tx.execute(note(number));
        if (attempts <= times) await tx.execute(raise(code));
      });
    await failing(2, 1);
    expect([attempts, await count()]).toEqual([3, 1]);
    attempts = -100;
    await expect(failing(1_000, 2)).rejects.toSatisfy((error) => databaseErrorCode(error) === code);
    expect(attempts).toBe(-97);
  });

  test('waits before it runs again, the second time for longer', () => {
    expect([1, 2].map((attempt) => pauseBeforeRetryMs(attempt, 0))).toEqual([10, 20]);
    expect([1, 2].map((attempt) => pauseBeforeRetryMs(attempt, 1))).toEqual([25, 50]);
  });

  test('takes its isolation level', async () => {
    const level = await database.transaction(
      async (tx) => (await tx.execute(sql`SHOW transaction_isolation`)).rows[0],
      { isolationLevel: 'serializable', accessMode: 'read only' },
    );
    expect(level).toEqual({ transaction_isolation: 'serializable' });
  });

  test('refuses a second connection rather than waiting for itself', async () => {
    await database.transaction(async (tx) => {
      await tx.execute(note(1));
      const uses = [
        database.pool.query('SELECT 1'),
        database.pool.connect(),
        database.transaction(async () => 1, { isolationLevel: 'serializable' }),
        database.orm.execute(note(2)).catch((error: Error) => Promise.reject(error.cause)),
        database.ping(),
      ];
      for (const use of uses) await expect(use).rejects.toBeInstanceOf(NestedDatabaseUseError);
      await new Promise<void>((resolve) =>
        database.pool.connect((error) => {
          expect(error).toBeInstanceOf(NestedDatabaseUseError);
          resolve();
        }),
      );
    });
    expect(await count()).toBe(1);
  });

  test('may start work that uses the database after it', async () => {
    const ended = Promise.withResolvers<void>();
    const later = await database.transaction(async () => ({ work: ended.promise.then(() => count()) }));
    ended.resolve();
    expect(await later.work).toBe(0);
  });
});

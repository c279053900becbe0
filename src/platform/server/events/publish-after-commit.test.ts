import * as path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/server/test-database.ts';
import { NestedDatabaseUseError } from '../database/database.ts';
import { createLocalEventBus, defineTopic, type EventBus, publishAfterCommit } from './event-bus.ts';

const noteWritten = defineTopic<number>('note-written');

let database: TestDatabase;
let events: EventBus;
let published: number[];
let logged: unknown[];
beforeAll(async () => {
  const log = { debug() {}, info() {}, warn() {}, error: (...line: unknown[]) => void logged.push(line) };
  database = await createTestDatabase({
    own: true,
    migrations: path.join(import.meta.dirname, '../../../../tests/support/server/migrations'),
    log,
  });
});
beforeEach(async () => {
  await database.reset();
  events = publishAfterCommit(createLocalEventBus(), database);
  published = [];
  logged = [];
  events.subscribe(noteWritten, (number) => published.push(number));
});
afterAll(() => database.close());

const count = async () => (await database.pool.query('SELECT count(*) AS n FROM notes')).rows[0].n;
const note = (number: number) => sql`INSERT INTO notes (writer, number) VALUES (1, ${number})`;
const DEADLOCK = sql.raw(`DO $$BEGIN RAISE EXCEPTION USING ERRCODE = '40P01'; END$$`);

describe('an event that a transaction publishes', () => {
  test('is published after the commit, in order, with the database usable', async () => {
    const seen: Promise<number>[] = [];
    events.subscribe(noteWritten, () => void seen.push(count()));
    await database.transaction(async (tx) => {
      events.publish(noteWritten, 1);
      await tx.execute(note(1));
      events.publish(noteWritten, 2);
      expect(published).toEqual([]);
    });
    expect(published).toEqual([1, 2]);
    expect(await Promise.all(seen)).toEqual([1, 1]);
  });

  test('is published once, however often the transaction does', async () => {
    await database.transaction(async () => {
      for (const number of [1, 2, 1]) events.publish(noteWritten, number);
    });
    expect(published).toEqual([1, 2]);
  });

  test('is dropped if the commit turns into a rollback', async () => {
    const failing = database.transaction(async (tx) => {
      events.publish(noteWritten, 1);
      await tx.execute(sql`SELECT 1 / 0`).catch(() => undefined);
    });
    await expect(failing).rejects.toThrow(/rolled back/);
    expect(published).toEqual([]);
  });

  test('is dropped with work that joins the transaction and is not awaited', async () => {
    const gate = Promise.withResolvers<void>();
    let inner: Promise<unknown> = Promise.resolve();
    const failing = database.transaction(async (tx) => {
      await tx.execute(note(1));
      events.publish(noteWritten, 1);
      inner = database
        .transaction(async (joined) => {
          await gate.promise;
          await joined.execute(note(2));
        })
        .catch(() => undefined);
    });
    await expect(failing).rejects.toThrow(NestedDatabaseUseError);
    gate.resolve();
    await inner;
    expect(published).toEqual([]);
    expect(await count()).toBe(0);
  });

  test('waits for its own transaction among concurrent ones', async () => {
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const begun = Promise.withResolvers<void>();
    const kept = database.transaction(async () => {
      events.publish(noteWritten, 1);
      await first.promise;
    });
    const dropped = database.transaction(async () => {
      events.publish(noteWritten, 2);
      begun.resolve();
      await second.promise;
      throw new Error('no');
    });
    await begun.promise;
    events.publish(noteWritten, 3);
    first.resolve();
    await kept;
    second.resolve();
    await expect(dropped).rejects.toThrow('no');
    expect(published).toEqual([3, 1]);
  });

  test('of a listener or of work that goes on after the commit is published at once', async () => {
    const ended = Promise.withResolvers<void>();
    const { late } = await database.transaction(async () => ({
      late: ended.promise.then(() => events.publish(noteWritten, 1)),
    }));
    ended.resolve();
    await late;
    expect(published).toEqual([1]);
  });
});

test('an event outside of a transaction is published at once', () => {
  events.publish(noteWritten, 1);
  expect(published).toEqual([1]);
});

describe('a nested transaction', () => {
  test('joins the outer one, with its events', async () => {
    await database.transaction(async (tx) => {
      await tx.execute(note(1));
      const inner = await database.transaction(async (joined) => {
        events.publish(noteWritten, 1);
        await joined.execute(note(2));
        return (await joined.execute(sql`SELECT FROM notes`)).rowCount;
      });
      expect(inner).toBe(2);
      expect(published).toEqual([]);
    });
    expect([published, await count()]).toEqual([[1], 2]);
  });

  test('of a library that knows only the orm joins, too', async () => {
    await database.transaction(async (tx) => {
      await tx.execute(note(1));
      expect(await database.orm.transaction((joined) => joined.$count(sql`notes`))).toBe(1);
    });
  });

  test('that fails takes the outer one with it, even if its error is caught', async () => {
    const failing = database.transaction(async () => {
      const inner = database.transaction(async (joined) => {
        await joined.execute(note(1));
        events.publish(noteWritten, 1);
        throw new Error('half done');
      });
      await inner.catch(() => undefined);
    });
    await expect(failing).rejects.toThrow('half done');
    expect([published, await count()]).toEqual([[], 0]);
  });

  test('runs again with the outer one after a deadlock, which publishes once', async () => {
    const attempts: string[] = [];
    await database.transaction(async () => {
      attempts.push('outer');
      events.publish(noteWritten, attempts.length);
      await database.transaction(async (joined) => {
        attempts.push('inner');
        if (attempts.length === 2) await joined.execute(DEADLOCK);
      });
    });
    expect(attempts).toEqual(['outer', 'inner', 'outer', 'inner']);
    expect(published).toEqual([3]);
  });
});

test('an effect that throws is logged, and neither fails the transaction nor stops the others', async () => {
  const failure = new Error('no listener');
  await database.transaction(async () => {
    database.afterCommit(() => {
      throw failure;
    });
    events.publish(noteWritten, 1);
  });
  expect(published).toEqual([1]);
  expect(logged).toEqual([[{ err: failure }, 'what follows a commit failed']]);
});

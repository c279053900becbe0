import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/server/test-database.ts';
import { createKeyedLock, createSingleLock } from './advisory-lock.ts';
import type { Transaction } from './database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const lockedBy = (work: (tx: Transaction) => Promise<void>) =>
  database.transaction(async (tx) => {
    await work(tx);
    const { rows } = await tx.execute<{ number: string }>(
      `SELECT ((classid::bigint << 32) | objid::bigint)::text AS number FROM pg_locks
       WHERE locktype = 'advisory' AND objsubid = 1 AND pid = pg_backend_pid() AND granted`,
    );
    return rows.map(({ number }) => number);
  });

const numberOf = async (expression: string) =>
  (await database.pool.query<{ number: string }>(`SELECT (${expression})::bigint::text AS number`)).rows.map(
    ({ number }) => number,
  );

it('uses the lock numbers of earlier versions', async () => {
  expect(await lockedBy((tx) => createKeyedLock('favorites')(tx, 'u1'))).toEqual(
    await numberOf(`hashtextextended('favorites u1', 0)`),
  );
  expect(await lockedBy((tx) => createSingleLock('payment sandbox')(tx))).toEqual(
    await numberOf(`hashtext('payment sandbox')`),
  );
});

it('runs transactions with the same key one at a time, others concurrently', async () => {
  const lockFavorites = createKeyedLock('favorites');
  const order: string[] = [];
  const [taken, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = database.transaction(async (tx) => {
    await lockFavorites(tx, 'u1');
    taken.resolve();
    await held.promise;
    order.push('first');
  });
  await taken.promise;
  const second = database.transaction(async (tx) => {
    await lockFavorites(tx, 'u1');
    order.push('second');
  });
  await database.transaction((tx) => lockFavorites(tx, 'u2'));
  order.push('other');
  held.resolve();
  await Promise.all([first, second]);
  expect(order).toEqual(['other', 'first', 'second']);
});

import { afterEach, beforeEach, expect, it } from 'vitest';
import { createRecordingLog } from '#tests/support/fakes/recording-log.ts';
import { type DatabaseProxy, startDatabaseProxy } from '#tests/support/server/database-proxy.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/server/test-database.ts';
import { isUnavailable } from '../../is-unavailable.ts';
import { type Database, openDatabase } from '../database.ts';

/** Keeps statements while the server is away, as PgBouncer does. */
let pooler: DatabaseProxy;
let server: DatabaseProxy;
let test: TestDatabase;
let database: Database;
beforeEach(async () => {
  test = await createTestDatabase();
  [pooler, server] = await Promise.all([startDatabaseProxy(test.url), startDatabaseProxy(test.url)]);
  database = await openPooled(server.url);
});
afterEach(async () => {
  await database.close();
  await Promise.all([pooler.close(), server.close()]);
  await test.close();
});

async function openPooled(directUrl: string): Promise<Database> {
  const opened = await openDatabase({ url: pooler.url, directUrl, dataDir: '', log: createRecordingLog() });
  await opened.ping();
  return opened;
}

const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

async function timed<T>(work: Promise<T>): Promise<{ result: T; milliseconds: number }> {
  const startedAt = performance.now();
  const result = await work;
  return { result, milliseconds: performance.now() - startedAt };
}

it('fails what waits in the pooler soon after its server is lost, the rest at once, and comes back with it', async () => {
  const release = pooler.hold();
  pooler.freeze();
  await server.cut();
  // More than there are connections: the others wait in the pool.
  const waiting = Array.from({ length: 12 }, () => failure(database.ping()));
  const first = await timed(Promise.all(waiting));
  expect(first.result.map((error) => isUnavailable(error))).toEqual(waiting.map(() => true));
  // Half a second of silence, and the machine's other work.
  expect(first.milliseconds).toBeLessThan(3_000);
  const later = await timed(failure(database.transaction(async (tx) => tx.execute('SELECT 1'))));
  expect(isUnavailable(later.result)).toBe(true);
  expect(later.milliseconds).toBeLessThan(300);

  await server.restore();
  release();
  await expect.poll(() => failure(database.ping()), { timeout: 5_000 }).toBeUndefined();
});

it('lets a slow statement run while the server is there', async () => {
  const { rows } = await database.pool.query<{ it: number }>(`SELECT 1 AS it FROM pg_sleep(2)`);
  expect(rows).toEqual([{ it: 1 }]);
});

it('does not believe a direct address that has never taken a connection', async () => {
  const wrong = new URL(test.url);
  wrong.searchParams.delete('host');
  wrong.hostname = '127.0.0.1';
  wrong.port = '1';
  const other = await openPooled(wrong.href);
  const { rows } = await other.pool.query<{ it: number }>(`SELECT 1 AS it FROM pg_sleep(2)`);
  expect(rows).toEqual([{ it: 1 }]);
  await other.close();
});

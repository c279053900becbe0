import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRecordingLog } from '#tests/support/fakes/recording-log.ts';
import { createTestDatabase } from '#tests/support/server/test-database.ts';
import { memoryDirectory } from '#tests/support/server/memory-directory.ts';
import { users } from '#features/accounts/server/table.ts';
import { type Database, openDatabase } from '#platform/server/database/database.ts';
import { migrateDatabase } from '#platform/server/database/migrations/migrate-database.ts';
import type { Logger } from '#platform/server/http/create-http-server.ts';
import type { Caller } from '#platform/server/caller.ts';
import { openSecrets } from '#platform/server/secrets/secrets.ts';
import { createViewCounter, type ViewCounter } from './view-counter.ts';
import { books } from './table.ts';

const silent = { info() {}, warn() {}, error() {} } as unknown as Logger;
const now = new Date('2026-11-02T09:00:00Z');
const caller = { ip: '192.0.2.1', userAgent: 'Mozilla/5.0' } as Caller;

let database: Database;
let counter: ViewCounter;
let sellerId: string;
let bookId: string;
let seen: number;

async function begin(): Promise<void> {
  counter = createViewCounter({
    database,
    secrets: openSecrets(database, 'a secret of the tests', now),
    log: silent,
    clock: { now: () => now },
  });
  sellerId = randomUUID();
  bookId = randomUUID();
  seen = 0;
  await database.orm.insert(users).values({
    id: sellerId,
    issuer: 'test',
    subject: sellerId,
    email: `${sellerId}@campus.example`,
    name: 'Priya',
    createdAt: now,
  });
  await database.orm.insert(books).values({
    id: bookId,
    sellerId,
    title: 'Campbell Biology',
    author: 'Lisa A. Urry',
    condition: 'Good',
    price: 100,
    createdAt: now,
    updatedAt: now,
  });
}

/** A view by a new visitor. */
const view = () =>
  counter.count(bookId, null, { ...caller, ip: `visitor ${(seen += 1)}` }, new Date(now.getTime() + seen));
const views = async () =>
  (await database.pool.query('SELECT views FROM books WHERE id = $1', [bookId])).rows[0].views;

describe('views of one account or network', () => {
  beforeAll(async () => {
    database = await createTestDatabase({ own: true });
  });
  beforeEach(begin);
  afterAll(() => database.close());

  it('are not more than sixteen from a /48, and four from a /56', async () => {
    const viewFrom = (ip: string) => counter.count(bookId, null, { ...caller, ip }, now);
    for (let n = 0; n < 100; n += 1) viewFrom(`2001:db8:1:${(0x100 + n).toString(16)}::1`);
    await counter.flush();
    expect(await views()).toBe(4);
    for (let n = 0; n < 1_000; n += 1) viewFrom(`2001:db8:2:${(n * 64).toString(16)}::1`);
    await counter.flush();
    expect(await views()).toBe(4 + 16);
    for (let n = 0; n < 100; n += 1) viewFrom(`2001:db8:3:7::${n.toString(16)}`);
    await counter.flush();
    expect(await views()).toBe(4 + 16 + 1);
  });

  it('lock their listings in the order of the ids, as other processes do', async () => {
    const { rows } = await database.pool.query<{ id: string }>(
      `INSERT INTO books (id, seller_id, title, author, condition, price, created_at, updated_at)
       SELECT gen_random_uuid(), seller_id, title, author, condition, price, created_at, updated_at
       FROM books, generate_series(1, 40) WHERE id = $1 RETURNING id`,
      [bookId],
    );
    const ids = rows.map(({ id }) => id).toSorted();
    for (const id of ids) counter.count(id, null, caller, now);
    const other = await database.pool.connect();
    const lock = (locked: string[]) =>
      other.query('SELECT FROM books WHERE id = ANY($1) FOR NO KEY UPDATE NOWAIT', [locked]);
    await other.query('BEGIN');
    await lock(ids.slice(0, 1));
    const writing = counter.flush();
    const countWaiting = async () =>
      (await database.pool.query('SELECT FROM pg_locks WHERE NOT granted')).rowCount;
    await expect.poll(countWaiting).toBeGreaterThan(0);
    await lock(ids);
    await other.query('COMMIT');
    other.release();
    await writing;
    const seen = await database.pool.query('SELECT FROM books WHERE id = ANY($1) AND views = 1', [ids]);
    expect(seen.rowCount).toBe(ids.length);
  });

  const account = async (email: string) => {
    const id = randomUUID();
    const identity = { issuer: 'test', subject: id, createdAt: now };
    await database.orm.insert(users).values({ id, email, name: 'Maya', ...identity });
    return { id, roles: [], pausedUntil: null };
  };

  it('are one of all accounts of a mailbox, and none of the mailbox of the seller', async () => {
    for (const spelling of ['+1@', '+2@'])
      counter.count(bookId, await account(`${sellerId}${spelling}campus.example`), caller, now);
    await counter.flush();
    expect(await views()).toBe(0);
    for (const spelling of ['ann@a.edu', 'ann+1@a.edu'])
      counter.count(bookId, await account(spelling), caller, now);
    await counter.flush();
    expect(await views()).toBe(1);
    counter.count(bookId, await account('ann+2@a.edu'), caller, now);
    counter.count(bookId, await account('ben@a.edu'), caller, now);
    await counter.flush();
    expect(await views()).toBe(2);
  });

  it('are counted within the budget of the mailbox for the day', async () => {
    const [actor, again] = [await account('cleo@a.edu'), await account('cleo+again@a.edu')];
    for (let n = 0; n < 5_000; n += 1) counter.count(randomUUID(), actor, caller, now);
    await counter.flush();
    for (const viewer of [actor, again]) counter.count(bookId, viewer, caller, now);
    await counter.flush();
    expect(await views()).toBe(0);
    expect(view()).toBe(true);
    await counter.close();
    expect(await views()).toBe(1);
  });
});

describe('views that cannot be written', () => {
  beforeAll(async () => {
    database = await createTestDatabase({ own: true });
  });
  beforeEach(begin);
  afterAll(() => database.close());

  const whileBroken = async (work: () => Promise<void>) => {
    await database.pool.query('ALTER TABLE book_views RENAME TO book_views_away');
    await work();
    await database.pool.query('ALTER TABLE book_views_away RENAME TO book_views');
  };

  it('wait for the next attempt, and count once each', async () => {
    for (let n = 0; n < 1_200; n += 1) view();
    await whileBroken(async () => {
      await counter.flush();
      view();
    });
    await counter.flush();
    await counter.flush();
    expect(await views()).toBe(1_201);
    await counter.close();
  });

  it('are limited in number', async () => {
    await whileBroken(async () => {
      for (let n = 0; n < 20_000; n += 1) expect(view()).toBe(true);
      await counter.flush();
      expect(view()).toBe(false);
    });
    await counter.close();
    expect(await views()).toBe(20_000);
  });
});

describe('views while the embedded server is restarted', { timeout: 60_000 }, () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = mkdtempSync(join(memoryDirectory(), 'bookswap-views-'));
    database = await openDatabase({ dataDir, log: createRecordingLog() });
    await migrateDatabase(database, { folder: 'db/migrations', log: createRecordingLog() });
    await begin();
  }, 60_000);
  afterAll(async () => {
    await database.close();
    rmSync(dataDir, { recursive: true });
  });

  it('are all counted', async () => {
    for (let round = 0; round < 4; round += 1) {
      for (let n = 0; n < 900; n += 1) view();
      const flushing = counter.flush();
      if (round % 2 === 1) await new Promise((resolve) => setImmediate(resolve));
      process.kill(database.embedded!.postmasterPid!, 'SIGKILL');
      await expect.poll(() => database.embedded!.restartCount).toBe(round + 1);
      await expect.poll(() => views().catch(() => null)).not.toBeNull();
      await flushing;
    }
    await counter.close();
    expect(await views()).toBe(3_600);
  });
});

import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MarketJobs } from '#platform/server/jobs/cell/market-jobs.ts';
import { type CellJobs, openCellJobs } from '#platform/server/jobs/cell/cell-jobs.ts';
import type { ScheduleOptions } from '#platform/server/jobs/job-queue.ts';
import type { Database } from '#platform/server/database/database.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { fillProduct } from '../../support/product/fill-product.ts';
import { silentLog } from '../../support/product/test-cell.ts';
import { TestApp } from '../../support/server/test-app.ts';
import { algorithms } from '../../support/server/test-world.ts';
import {
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from '../../support/server/test-database.ts';

type Entry = ScheduleOptions & { name: string; cron: string };

let database: TestDatabase;
let cellDatabase: Database;
let cell: CellJobs;
let app: TestApp;
let jobs: MarketJobs;
const entries: Entry[] = [];

beforeAll(async () => {
  database = await createTestDatabase({ own: true });
  cellDatabase = await createEmptyDatabase();
  cell = await openCellJobs({
    database: cellDatabase,
    log: silentLog,
    withMarket: (_market, use) => use(jobs),
    isMine: () => true,
  });
  app = await TestApp.start({
    database,
    async openJobs(services) {
      jobs = new MarketJobs({ cell, market: 7, ...services });
      const schedule = jobs.schedule.bind(jobs);
      jobs.schedule = (name, cron, work, options) => {
        entries.push({ name, cron, ...options });
        return schedule(name, cron, work, options);
      };
      return jobs;
    },
  });
}, 60_000);
afterAll(async () => {
  await app.stop();
  await cell.close();
  for (const each of [database, cellDatabase]) await each.close();
});

test('each job that runs more often than every ten minutes says when it has something to do', () => {
  const frequent = entries.filter(({ cron }) => /^\*(\/[1-9])? /.test(cron));
  expect(frequent.length).toBeGreaterThan(13);
  expect(frequent.filter(({ nextDue }) => nextDue === undefined)).toEqual([]);
});

async function isDue({ due }: Entry, now: Date): Promise<boolean> {
  const { rowCount } = await database.orm.execute(sql`SELECT WHERE EXISTS (${due!(now)})`);
  return rowCount === 1;
}

async function nextDueOf({ nextDue }: Entry, now: Date): Promise<number> {
  const { rows } = await database.orm.execute<{ at: string | null }>(
    sql`SELECT (${nextDue!(now)})::timestamptz AS at`,
  );
  const at = rows[0]?.at ?? null;
  return at === null ? Infinity : new Date(at).getTime();
}

const FAR_AHEAD = Date.parse('2100-01-01');

/** It says a time that is early at most. */
const ROUGH = new Set(['purge-recent-events']);

test('what a job says is when it becomes due, in the life of a product', async () => {
  const { seller } = await fillProduct({ app: app.app, address: app.address, clock: app.clock });
  const { body: book } = await seller.post('/api/books', { ...algorithms, title: 'Gone', isbn: null });
  expect((await seller.delete(`/api/books/${book.id}`)).status).toBeLessThan(300);
  const told = new Set<string>();
  const exact = entries.filter(({ due, nextDue, name }) => due && nextDue && !ROUGH.has(name));
  for (let step = 0; step < 40; step += 1) {
    const now = app.clock.now();
    let next = Infinity;
    for (const entry of exact) {
      const at = await nextDueOf(entry, now);
      if (at <= now.getTime()) {
        expect([entry.name, await isDue(entry, now)]).toEqual([entry.name, true]);
        continue;
      }
      expect([entry.name, await isDue(entry, new Date(Math.min(at, FAR_AHEAD) - 1))]).toEqual([
        entry.name,
        false,
      ]);
      if (at === Infinity) continue;
      expect([entry.name, await isDue(entry, new Date(at))]).toEqual([entry.name, true]);
      told.add(entry.name);
      next = Math.min(next, at);
    }
    await jobs.runSchedule(new Date(now.getTime() - MINUTE_MS), now);
    if (next === Infinity) break;
    app.clock.advance(next - now.getTime());
  }
  expect([...told].toSorted()).toEqual([
    'announce-reviews',
    'check-due-subscriptions',
    'end-overdue-offers',
    'expire-boosts',
    'expire-listings',
    'purge-deleted-books',
    'remind-of-meetings',
    'requeue-stale-pushes',
    'run-sandbox-billing',
  ]);
}, 120_000);

test('jobs of the product run through the outbox', async () => {
  expect([...(await jobs.countWaiting()).keys()]).toContain('send-email');
  const { rows } = await cellDatabase.pool.query<{ queue: string }>(
    `SELECT DISTINCT data->>'queue' AS queue FROM pgboss.job WHERE name = 'm7' AND state = 'completed'`,
  );
  expect(rows.map(({ queue }) => queue)).toContain('send-email');
});

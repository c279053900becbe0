import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { pollOptions } from '#tests/support/product/job-queues.ts';
import { type CellProcess, openCellProcess, silentLog } from '#tests/support/product/test-cell.ts';
import {
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from '#tests/support/server/test-database.ts';

import type { Database } from '../../database/database.ts';
import { newId } from '../../new-id.ts';
import { openJobQueue } from '../pg-boss-job-queue.ts';
import { cellJobsQuery, readCellTime, returnToOutbox } from './cell-waiting-jobs.ts';
import { LostServiceError } from '../job-queue.ts';
import { jobOutbox } from '../table.ts';
import { insertIntoOutbox, readOutbox } from './job-outbox.ts';

let cell: Database;
const markets = new Map<number, TestDatabase>();
const processes: CellProcess[] = [];
/** The jobs that have run, as market and data. */
let ran: string[];

beforeAll(async () => {
  cell = await createEmptyDatabase();
  for (const market of [1, 2, 3]) markets.set(market, await createTestDatabase({ own: true }));
});
beforeEach(async () => {
  ran = [];
  for (const database of markets.values()) await database.reset();
});
afterEach(async () => {
  for (const process of processes.splice(0)) await process.close();
  await cell.pool.query('DELETE FROM pgboss.job');
});
afterAll(async () => {
  for (const database of [cell, ...markets.values()]) await database.close();
});

type Work = (market: number, data: { n: number }) => Promise<void>;

async function open(
  options: {
    work?: Work;
    limits?: { running: number; runningOfMarket: number };
    isMine?: () => boolean;
  } = {},
): Promise<CellProcess> {
  const process = await openCellProcess({
    cell,
    markets,
    ...options,
    async onOpen(jobs, market) {
      const work = options.work ?? (async (_market, { n }) => void ran.push(`${market}:${n}`));
      await jobs.handle<{ n: number }>('count', (data) => work(market, data));
    },
  });
  processes.push(process);
  return process;
}

const enqueue = (process: CellProcess, market: number, n: number) =>
  markets.get(market)!.transaction(async (tx) => {
    const jobs = await process.open(market);
    await jobs.enqueue(tx, 'count', { n });
  });

/** As a process that was killed after its commit. */
const leave = (market: number, n: number, id = newId(new Date())) =>
  markets
    .get(market)!
    .transaction((tx) => insertIntoOutbox(tx, { id, queue: 'count', data: { n }, afterSeconds: 0 }));

const states = async (): Promise<Record<string, number>> => {
  const { rows } = await cell.pool.query<{ state: string; n: number }>(
    `SELECT state::text, count(*)::int AS n FROM pgboss.job WHERE name ~ '^m' GROUP BY 1`,
  );
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
};

it('runs each job in its own market, and leaves nothing in an outbox', async () => {
  const process = await open();
  await Promise.all([1, 2, 3].map((market) => enqueue(process, market, market * 10)));
  await expect.poll(() => ran.toSorted(), pollOptions).toEqual(['1:10', '2:20', '3:30']);
  for (const database of markets.values()) expect(await readOutbox(database)).toEqual([]);
  await expect.poll(states, pollOptions).toEqual({ completed: 3 });
});

it('a transaction that is rolled back leaves no job', async () => {
  const process = await open();
  const jobs = await process.open(1);
  const failing = markets.get(1)!.transaction(async (tx) => {
    await jobs.enqueue(tx, 'count', { n: 1 });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await enqueue(process, 1, 2);
  await expect.poll(() => ran, pollOptions).toEqual(['1:2']);
});

it('runs every job of processes that were killed between commit and relay, a hundred times', async () => {
  for (let n = 0; n < 100; n += 1) await leave((n % 3) + 1, n);
  const process = await open();
  for (const market of markets.keys()) await (await process.open(market)).drainOutbox();
  await expect.poll(() => new Set(ran).size, pollOptions).toBe(100);
  expect(ran).toHaveLength(100);
  for (const database of markets.values()) expect(await readOutbox(database)).toEqual([]);
});

it('a job that arrives again with the same id runs once', async () => {
  const process = await open();
  const id = newId(new Date());
  // The process was killed between the two databases: the job is in the cell, and still in the outbox.
  await leave(1, 7, id);
  await process.cell.insert(1, await readOutbox(markets.get(1)!));
  process.cell.wake(1, 1);
  await expect.poll(states, pollOptions).toEqual({ completed: 1 });
  await (await process.open(1)).drainOutbox();
  expect(await readOutbox(markets.get(1)!)).toEqual([]);
  await enqueue(process, 1, 8);
  await expect.poll(() => ran, pollOptions).toEqual(['1:7', '1:8']);
});

it('keeps jobs in the outbox while the cell is away, and hands them over when it is back', async () => {
  const process = await open();
  const insert = process.cell.insert.bind(process.cell);
  let attempts = 0;
  process.cell.insert = async () => {
    attempts += 1;
    throw new Error('away');
  };
  await enqueue(process, 1, 1);
  await expect.poll(() => attempts, pollOptions).toBe(1);
  expect(await markets.get(1)!.orm.$count(jobOutbox)).toBe(1);
  process.cell.insert = insert;
  await expect.poll(() => ran, pollOptions).toEqual(['1:1']);
});

it('lets the jobs of a market run beside the floods of others, at most so many of one at once', async () => {
  const begun = new Map<number, number>();
  let ends: (() => void)[] = [];
  const process = await open({
    limits: { running: 4, runningOfMarket: 2 },
    async work(market, { n }) {
      begun.set(market, (begun.get(market) ?? 0) + 1);
      const { promise, resolve } = Promise.withResolvers<void>();
      ends.push(resolve);
      await promise;
      ran.push(`${market}:${n}`);
    },
  });
  const flood = async (market: number, jobs: number) => {
    for (let n = 0; n < jobs; n += 1) await leave(market, n);
    await (await process.open(market)).drainOutbox();
  };
  await flood(1, 20);
  await expect.poll(() => begun.get(1), pollOptions).toBe(2);
  await flood(2, 20);
  await expect.poll(() => begun.get(2), pollOptions).toBe(2);
  await flood(3, 1);
  // All four turns are taken, and forty jobs came before. They end one by one.
  await expect
    .poll(() => {
      if (!begun.has(3)) ends.shift()?.();
      return begun.get(3);
    }, pollOptions)
    .toBe(1);
  expect(begun.get(1)! + begun.get(2)!).toBeLessThan(20);
  await expect
    .poll(() => {
      const now = ends;
      ends = [];
      for (const end of now) end();
      return ran.length;
    }, pollOptions)
    .toBe(41);
});

it('leaves the jobs of a market that another process has', async () => {
  const other = await open({ isMine: () => false });
  await enqueue(other, 1, 1);
  await (await other.open(1)).drainOutbox();
  const mine = await open();
  mine.cell.lookWithin(0);
  await expect.poll(() => ran, pollOptions).toEqual(['1:1']);
  expect([mine.openings, other.openings]).toEqual([1, 1]);
});

it('repeats a failed job later, at once when a lost service is back', async () => {
  let isAway = true;
  const process = await open({
    async work(market, { n }) {
      if (isAway) throw new LostServiceError('away');
      ran.push(`${market}:${n}`);
    },
  });
  await enqueue(process, 1, 1);
  await expect.poll(states, pollOptions).toEqual({ retry: 1 });
  isAway = false;
  await (await process.open(1)).retryNow('count');
  await expect.poll(() => ran, pollOptions).toEqual(['1:1']);
});

it('a market that is opened again keeps what runs, and the newer one takes the next jobs', async () => {
  const { promise: held, resolve: let1End } = Promise.withResolvers<void>();
  const process = await open({
    async work(market, { n }) {
      if (n === 1) await held;
      ran.push(`${market}:${n}`);
    },
  });
  await enqueue(process, 1, 1);
  await expect.poll(states, pollOptions).toEqual({ active: 1 });
  const old = await process.open(1);
  process.forget(1);
  await process.open(1);
  const closing = old.close();
  await enqueue(process, 1, 2);
  await expect.poll(() => ran, pollOptions).toEqual(['1:2']);
  let1End();
  await closing;
  await expect.poll(states, pollOptions).toEqual({ completed: 2 });
  expect(ran).toEqual(['1:2', '1:1']);
});

it('a job that takes longer than the close of its market is queued again', async () => {
  const process = await open({ work: () => Promise.withResolvers<void>().promise });
  await enqueue(process, 1, 1);
  await expect.poll(states, pollOptions).toEqual({ active: 1 });
  await (await process.open(1)).close(1);
  expect(await states()).toEqual({ retry: 1 });
  process.forget(1);
  // What hangs is nothing to wait for.
  process.cell.close = async () => process.cell.drain();
});

it('takes over the jobs of a market that was an installation alone, except those that an old process runs', async () => {
  const database = markets.get(1)!;
  const alone = await openJobQueue(database, silentLog);
  await alone.handle('count', async () => {});
  await database.transaction((tx) => alone.enqueue(tx, 'count', { n: 1 }, { after: 1 }));
  await alone.close();
  const former = (state: string) =>
    database.pool.query(`UPDATE pgboss.job SET state = $1, start_after = now(), started_on = now()`, [state]);
  await former('active');
  const process = await open();
  await (await process.open(1)).drainOutbox();
  expect(await states()).toEqual({});
  await former('retry');
  await (await process.open(1)).drainOutbox();
  await expect.poll(() => ran, pollOptions).toEqual(['1:1']);
});

it('takes the waiting jobs of a market out of its cell, and they run when it is opened elsewhere', async () => {
  const process = await open({ isMine: () => false });
  await leave(1, 1);
  await process.cell.insert(1, await readOutbox(markets.get(1)!));
  await leave(2, 2);
  await process.cell.insert(2, await readOutbox(markets.get(2)!));
  const since = await readCellTime(cell.pool);
  const { rows } = await cell.pool.query(cellJobsQuery(1, since));
  expect(rows).toMatchObject([{ name: 'count', data: { n: 1 } }]);
  for (const count of [1, 0]) expect(await returnToOutbox(cell.pool, 1, markets.get(1)!.pool)).toBe(count);
  expect(await readOutbox(markets.get(1)!)).toMatchObject([{ queue: 'count', data: { n: 1 } }]);
  expect(await states()).toEqual({ created: 1 });
  const other = await open();
  await (await other.open(1)).drainOutbox();
  await expect.poll(() => ran.includes('1:1'), pollOptions).toBe(true);
  // One that ended since then is in a backup: its work is not.
  const { rows: ended } = await cell.pool.query(cellJobsQuery(1, since));
  expect(ended).toMatchObject([{ name: 'count', data: { n: 1 } }]);
});

it('opens a closed market for a job whose time has come', async () => {
  const process = await open();
  await enqueue(process, 1, 1);
  await expect.poll(() => ran, pollOptions).toEqual(['1:1']);
  await process.closeMarket(1);
  await leave(2, 5);
  await process.cell.insert(2, await readOutbox(markets.get(2)!));
  process.cell.lookWithin(0);
  await expect.poll(() => ran, pollOptions).toEqual(['1:1', '2:5']);
  expect([...process.opened.keys()]).toEqual([2]);
});

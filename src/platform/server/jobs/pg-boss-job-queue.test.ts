import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/server/test-database.ts';
import { PgBoss } from 'pg-boss';
import type { Logger } from '../http/create-http-server.ts';
import { type JobQueue, LostServiceError } from './job-queue.ts';
import { openJobQueue } from './pg-boss-job-queue.ts';

const silent = { info() {}, warn() {}, error() {} } as unknown as Logger;
let database: TestDatabase;
let opened: JobQueue[];

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => {
  opened = [];
});
afterEach(async () => {
  for (const jobs of opened) await jobs.close();
});
afterAll(() => database.close());

async function open(): Promise<JobQueue> {
  const jobs = await openJobQueue(database, silent);
  opened.push(jobs);
  return jobs;
}

/** Resolves with the completed jobs as soon as there are this many. */
function collector<T>(enough: number) {
  const done: T[] = [];
  let resolve: (done: T[]) => void = () => {};
  const all = new Promise<T[]>((given) => (resolve = given));
  const work = async (data: T) => {
    done.push(data);
    if (done.length === enough) resolve(done);
  };
  return { done, all, work };
}

it('runs committed jobs, and none of a rolled-back transaction', async () => {
  const jobs = await open();
  const { all, work } = collector<{ n: number }>(3);
  await jobs.handle('committed', work);
  const failing = database.transaction(async (tx) => {
    await jobs.enqueue(tx, 'committed', { n: 0 });
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  await database.transaction(async (tx) => {
    await jobs.enqueue(tx, 'committed', { n: 1 });
    await jobs.enqueue(tx, 'committed', { n: 2 });
  });
  await database.transaction((tx) => jobs.enqueue(tx, 'committed', { n: 3 }));
  expect((await all).map(({ n }) => n).toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
});

it('retries a failed job without affecting the others of its batch', async () => {
  const jobs = await open();
  const { all, work } = collector<{ n: number }>(1);
  await jobs.handle<{ n: number }>('failing', async (data) => {
    if (data.n === 1) throw new Error('not today');
    await work(data);
  });
  await database.transaction(async (tx) => {
    for (const n of [1, 2]) await jobs.enqueue(tx, 'failing', { n });
  });
  expect(await all).toEqual([{ n: 2 }]);
  await expect
    .poll(
      async () => {
        const { rows } = await database.pool.query(
          `SELECT state::text FROM pgboss.job WHERE name = 'failing' ORDER BY 1`,
        );
        return rows.map(({ state }) => state as string);
      },
      { timeout: 10_000 },
    )
    .toEqual(['completed', 'retry']);
});

it('makes jobs due that met no service, at no cost of their attempts, and no others', async () => {
  const jobs = await open();
  const tried = { lost: 0, refused: 0 };
  await jobs.handle<{ n: keyof typeof tried }>('lost-service', async ({ n }) => {
    tried[n] += 1;
    throw n === 'lost' ? new LostServiceError('no answer') : new Error('not now');
  });
  await database.transaction(async (tx) => {
    for (const n of ['lost', 'refused']) await jobs.enqueue(tx, 'lost-service', { n });
  });
  /** Before its last attempt, hours away. */
  const postpone = async () =>
    (
      await database.pool.query(
        `UPDATE pgboss.job SET start_after = now() + interval '4 hours', retry_count = retry_limit - 1
         WHERE name = 'lost-service' AND state = 'retry'`,
      )
    ).rowCount;
  await expect.poll(postpone, pollOptions).toBe(2);
  for (let outage = 2; outage <= 4; outage += 1) {
    await jobs.retryNow('lost-service');
    await expect.poll(() => tried, pollOptions).toEqual({ lost: outage, refused: 1 });
    await expect.poll(postpone, pollOptions).toBe(2);
  }
});

it('refuses an undeclared queue', async () => {
  const jobs = await open();
  const enqueueing = database.transaction((tx) => jobs.enqueue(tx, 'nobody', {}));
  await expect(enqueueing).rejects.toThrow('nobody');
  await expect(jobs.runNow('nobody')).rejects.toThrow('nobody');
});

it('runs scheduled jobs and queues on demand', async () => {
  const jobs = await open();
  let ran = 0;
  await jobs.schedule('tidy', '0 4 1 1 *', async () => {
    ran += 1;
  });
  await jobs.runNow('tidy');
  expect(ran).toBe(1);
  const { done, work } = collector<{ n: number }>(1);
  await jobs.handle('asked', work);
  await database.transaction((tx) => jobs.enqueue(tx, 'asked', { n: 7 }));
  await jobs.runNow('asked');
  await expect.poll(() => done, { timeout: 10_000 }).toEqual([{ n: 7 }]);
});

/** The queue polls by the database's clock; a busy machine takes longer. */
const pollOptions = { timeout: 40_000 };

it('leaves an unknown scheduled job to a process that knows it', async () => {
  const ran: string[] = [];
  const work = (name: string) => async () => void ran.push(name);
  const schedules = async (jobs: JobQueue, ...names: string[]) => {
    for (const name of names) await jobs.schedule(name, '0 4 1 1 *', work(name));
  };
  await deleteScheduledRuns();
  // Another process scheduled its job and ended.
  const gone = await open();
  await schedules(gone, 'known', 'new');
  await gone.close();
  await database.pool.query(`DELETE FROM pgboss.job WHERE name = 'scheduled'`);
  const older = await open();
  await schedules(older, 'known');
  await comeDue('known', 'new');
  await expect.poll(turns, pollOptions).toEqual(['known completed', 'new retry']);
  expect(ran).toEqual(['known']);
  await older.close();
  await database.pool.query(`UPDATE pgboss.job SET start_after = created_on WHERE state = 'retry'`);
  await schedules(await open(), 'known', 'new');
  await expect.poll(turns, pollOptions).toEqual(['known completed', 'new completed']);
  expect(ran).toEqual(['known', 'new']);
}, 90_000);

it('does not retry a failed scheduled job: it runs at its next time', async () => {
  const jobs = await open();
  await deleteScheduledRuns();
  await jobs.schedule('hopeless', '0 4 1 1 *', () => Promise.reject(new Error('not today')));
  await comeDue('hopeless');
  await expect.poll(turns, pollOptions).toEqual(['hopeless failed']);
}, 60_000);

/**
 * Also those of the product that other tests on this database have scheduled: cron would enqueue them at the
 * full minute.
 */
async function deleteScheduledRuns(): Promise<void> {
  await database.pool.query(`DELETE FROM pgboss.schedule`);
  await database.pool.query(`DELETE FROM pgboss.job WHERE name = 'scheduled'`);
}

const turns = async (): Promise<string[]> => {
  const { rows } = await database.pool.query(
    `SELECT concat_ws(' ', data->>'name', state) AS turn FROM pgboss.job WHERE name = 'scheduled' ORDER BY 1`,
  );
  return rows.map(({ turn }) => turn as string);
};

/** Does what cron does at the scheduled time. */
async function comeDue(...names: string[]): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => database.pool.query(text, values) },
    supervise: false,
    schedule: false,
  });
  await boss.start();
  for (const { key, data, options } of await boss.getSchedules('scheduled'))
    if (names.includes(key)) await boss.send('scheduled', data as object, options ?? {});
  await boss.stop({ graceful: false, close: false });
}

it('opens in several processes at once, and one of them runs each job', async () => {
  const [one, other] = await Promise.all([open(), open()]);
  const { all, done, work } = collector<{ n: number }>(20);
  await Promise.all([one.handle('shared', work), other.handle('shared', work)]);
  await database.transaction(async (tx) => {
    for (let n = 0; n < 20; n += 1) await one.enqueue(tx, 'shared', { n });
  });
  await all;
  expect(new Set(done.map(({ n }) => n)).size).toBe(20);
});

it('waits for jobs that a worker has taken when a queue runs on demand', async () => {
  const jobs = await open();
  let finish: () => void = () => {};
  let started: () => void = () => {};
  const begun = new Promise<void>((resolve) => (started = resolve));
  const order: string[] = [];
  await jobs.handle('taken', async () => {
    started();
    await new Promise<void>((resolve) => (finish = resolve));
    order.push('worked');
  });
  await database.transaction((tx) => jobs.enqueue(tx, 'taken', {}));
  await begun;
  const carriedOut = jobs.runNow('taken').then(() => order.push('carried out'));
  // Long enough for one poll.
  for (let n = 0; n < 5; n += 1) await database.ping();
  finish();
  await carriedOut;
  expect(order).toEqual(['worked', 'carried out']);
});

it('lets running work finish before it closes', async () => {
  const jobs = await open();
  let finish: () => void = () => {};
  let started: () => void = () => {};
  const begun = new Promise<void>((resolve) => (started = resolve));
  let finished = false;
  await jobs.handle('long', async () => {
    started();
    await new Promise<void>((resolve) => (finish = resolve));
    finished = true;
  });
  await database.transaction((tx) => jobs.enqueue(tx, 'long', {}));
  await begun;
  const closing = jobs.close();
  finish();
  await closing;
  expect(finished).toBe(true);
});

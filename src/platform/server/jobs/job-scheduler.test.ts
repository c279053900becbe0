import { type SQL, sql } from 'drizzle-orm';
import { PgBoss } from 'pg-boss';
import { expect, it } from 'vitest';
import { DAY_MS } from '#platform/shared/durations.ts';
import { lookNow, pollOptions, createJobQueues } from '#tests/support/product/job-queues.ts';
import type { JobQueue } from './job-queue.ts';

const queues = createJobQueues();

it('leaves an unknown scheduled job to a process that knows it', async () => {
  const ran: string[] = [];
  const work = (name: string) => async () => void ran.push(name);
  const schedules = async (jobs: JobQueue, ...names: string[]) => {
    for (const name of names) await jobs.schedule(name, '0 4 1 1 *', work(name));
  };
  // Another process scheduled its job and ended.
  const gone = await queues.open();
  await deleteScheduledRuns();
  await schedules(gone, 'known', 'new');
  await gone.close();
  await queues.database.pool.query(`DELETE FROM pgboss.job WHERE name = 'scheduled'`);
  const older = await queues.open();
  await schedules(older, 'known');
  await comeDue(older, 'known', 'new');
  await expect.poll(turns, pollOptions).toEqual(['known completed', 'new retry']);
  expect(ran).toEqual(['known']);
  await older.close();
  await queues.database.pool.query(`UPDATE pgboss.job SET start_after = created_on WHERE state = 'retry'`);
  await schedules(await queues.open(), 'known', 'new');
  await expect.poll(turns, pollOptions).toEqual(['known completed', 'new completed']);
  expect(ran).toEqual(['known', 'new']);
}, 90_000);

it('does not retry a failed scheduled job: it runs at its next time', async () => {
  const jobs = await queues.open();
  await deleteScheduledRuns();
  await jobs.schedule('hopeless', '0 4 1 1 *', () => Promise.reject(new Error('not today')));
  await comeDue(jobs, 'hopeless');
  await expect.poll(turns, pollOptions).toEqual(['hopeless failed']);
}, 60_000);

/** Also those of the product that other tests on this database have scheduled. */
async function deleteScheduledRuns(): Promise<void> {
  await queues.database.pool.query(`DELETE FROM pgboss.job WHERE name = 'scheduled'`);
}

const turns = async (): Promise<string[]> => {
  const { rows } = await queues.database.pool.query(
    `SELECT concat_ws(' ', data->>'name', state) AS turn FROM pgboss.job WHERE name = 'scheduled' ORDER BY 1`,
  );
  return rows.map(({ turn }) => turn as string);
};

/** Another process enqueues runs at their time, and this one looks. */
async function comeDue(jobs: JobQueue, ...names: string[]): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => queues.database.pool.query(text, values) },
    supervise: false,
    schedule: false,
  });
  await boss.start();
  for (const name of names)
    await boss.send('scheduled', { name }, { retryLimit: 40, retryDelay: 15, singletonKey: name });
  await boss.stop({ graceful: false, close: false });
  lookNow(jobs);
}

const NEXT_YEAR = new Date(Date.now() + 400 * DAY_MS);

it('enqueues at their time the scheduled jobs that have something to do, and no others', async () => {
  const jobs = await queues.open();
  await deleteScheduledRuns();
  const ran: string[] = [];
  const schedule = (name: string, due?: (now: Date) => SQL) =>
    jobs.schedule(name, '0 4 1 1 *', async () => void ran.push(name), due && { due });
  await schedule('always');
  await schedule('due', () => sql`SELECT FROM pg_class`);
  await schedule('idle', () => sql`SELECT FROM pg_class WHERE false`);
  await jobs.tick(new Date());
  expect(await turns()).toEqual([]);
  await jobs.tick(NEXT_YEAR);
  await expect.poll(turns, pollOptions).toEqual(['always completed', 'due completed']);
  await jobs.runNow('idle');
  expect(ran.toSorted()).toEqual(['always', 'due']);
});

it('runs all scheduled jobs when the statement of one is broken', async () => {
  const jobs = await queues.open();
  await deleteScheduledRuns();
  await jobs.schedule('broken', '0 4 1 1 *', async () => {}, { due: () => sql`SELECT FROM no_such_table` });
  await jobs.schedule('other', '0 4 1 1 *', async () => {}, { due: () => sql`SELECT FROM pg_class` });
  await jobs.tick(NEXT_YEAR);
  await expect.poll(async () => (await turns()).at(-1), pollOptions).toBe('other completed');
});

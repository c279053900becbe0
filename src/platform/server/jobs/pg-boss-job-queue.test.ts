import { expect, it } from 'vitest';
import { lookNow, pollOptions, createJobQueues } from '#tests/support/product/job-queues.ts';
import { createLocalEventBus } from '../events/event-bus.ts';
import { newId } from '../new-id.ts';
import { insertIntoOutbox, readOutbox } from './cell/job-outbox.ts';
import { type JobQueue, LostServiceError } from './job-queue.ts';

const queues = createJobQueues();

/** Resolves with the completed jobs as soon as there are this many. */
function collector<T>(enough: number) {
  const done: T[] = [];
  const { promise: all, resolve } = Promise.withResolvers<T[]>();
  const work = async (data: T) => {
    done.push(data);
    if (done.length === enough) resolve(done);
  };
  return { done, all, work };
}

/** Enqueues a job for each `n`, in one transaction. */
const enqueue = (jobs: JobQueue, queue: string, ...ns: (number | string)[]) =>
  queues.database.transaction(async (tx) => {
    for (const n of ns) await jobs.enqueue(tx, queue, { n });
  });

it('runs what is in the outbox since the installation was one of several markets', async () => {
  const ran: number[] = [];
  for (const n of [1, 2])
    await queues.database.transaction((tx) =>
      insertIntoOutbox(tx, { id: newId(new Date()), queue: 'count', data: { n }, afterSeconds: 0 }),
    );
  const jobs = await queues.open();
  await jobs.handle<{ n: number }>('count', async ({ n }) => void ran.push(n));
  lookNow(jobs);
  await expect.poll(() => ran.toSorted((one, other) => one - other), pollOptions).toEqual([1, 2]);
  expect(await readOutbox(queues.database)).toEqual([]);
});

it('runs committed jobs, and none of a rolled-back transaction', async () => {
  const jobs = await queues.open();
  const { all, work } = collector<{ n: number }>(3);
  await jobs.handle('committed', work);
  const failing = queues.database.transaction(async (tx) => {
    await jobs.enqueue(tx, 'committed', { n: 0 });
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  await enqueue(jobs, 'committed', 1, 2);
  await enqueue(jobs, 'committed', 3);
  expect((await all).map(({ n }) => n).toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
});

it('retries a failed job without affecting the others of its batch', async () => {
  const jobs = await queues.open();
  const { all, work } = collector<{ n: number }>(1);
  await jobs.handle<{ n: number }>('failing', async (data) => {
    if (data.n === 1) throw new Error('not today');
    await work(data);
  });
  await enqueue(jobs, 'failing', 1, 2);
  expect(await all).toEqual([{ n: 2 }]);
  const states = () =>
    queues.database.pool.query(`SELECT state::text FROM pgboss.job WHERE name = 'failing' ORDER BY 1`);
  await expect
    .poll(states, { timeout: 10_000 })
    .toMatchObject({ rows: [{ state: 'completed' }, { state: 'retry' }] });
});

it('makes jobs due that met no service, at no cost of their attempts, and no others', async () => {
  const jobs = await queues.open();
  const tried = { lost: 0, refused: 0 };
  await jobs.handle<{ n: keyof typeof tried }>('lost-service', async ({ n }) => {
    tried[n] += 1;
    throw n === 'lost' ? new LostServiceError('no answer') : new Error('not now');
  });
  await enqueue(jobs, 'lost-service', 'lost', 'refused');
  /** Moves the job to hours before its last attempt. */
  const postpone = async () =>
    (
      await queues.database.pool.query(
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
  const jobs = await queues.open();
  const enqueueing = queues.database.transaction((tx) => jobs.enqueue(tx, 'nobody', {}));
  await expect(enqueueing).rejects.toThrow('nobody');
  await expect(jobs.runNow('nobody')).rejects.toThrow('nobody');
});

it('runs scheduled jobs and queues on demand', async () => {
  const jobs = await queues.open();
  let ran = 0;
  await jobs.schedule('tidy', '0 4 1 1 *', async () => {
    ran += 1;
  });
  await jobs.runNow('tidy');
  expect(ran).toBe(1);
  const { done, work } = collector<{ n: number }>(1);
  await jobs.handle('asked', work);
  await enqueue(jobs, 'asked', 7);
  await jobs.runNow('asked');
  await expect.poll(() => done, { timeout: 10_000 }).toEqual([{ n: 7 }]);
});

it('runs a job right after the commit, however long the transaction takes', async () => {
  const jobs = await queues.open();
  const { all, done, work } = collector<{ n: number }>(2);
  await jobs.handle('slow-commit', work);
  const [enqueued, committing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = queues.database.transaction(async (tx) => {
    await jobs.enqueue(tx, 'slow-commit', { n: 2 });
    enqueued.resolve();
    await committing.promise;
  });
  await enqueued.promise;
  // The worker looks for this one, and finds nothing of the other.
  await enqueue(jobs, 'slow-commit', 1);
  await expect.poll(() => done, pollOptions).toEqual([{ n: 1 }]);
  committing.resolve();
  await slow;
  expect(await all).toEqual([{ n: 1 }, { n: 2 }]);
});

it('starts a delayed job of a process that has ended, at its time', async () => {
  const gone = await queues.open();
  await gone.handle('delayed', async () => {});
  await queues.database.transaction((tx) => gone.enqueue(tx, 'delayed', { n: 1 }, { after: 2 }));
  await gone.close();
  const { all, work } = collector<{ n: number }>(1);
  await (await queues.open()).handle('delayed', work);
  expect(await all).toEqual([{ n: 1 }]);
});

it('tells other processes of a job that this one has no time for', async () => {
  const bus = createLocalEventBus();
  const [busy, other] = [await queues.open(), await queues.open()];
  for (const jobs of [busy, other]) jobs.announceTo(bus);
  await busy.handle('announced', async () => {});
  const { all, work } = collector<{ n: number }>(1);
  await other.handle('announced', work);
  busy.drain();
  await enqueue(busy, 'announced', 1);
  expect(await all).toEqual([{ n: 1 }]);
});

it('puts a job back that has run for too long: its process has ended', async () => {
  const jobs = await queues.open();
  const { all, work } = collector<{ n: number }>(1);
  await jobs.handle('overdue', work);
  jobs.drain();
  await enqueue(jobs, 'overdue', 1);
  await queues.database.pool.query(
    `UPDATE pgboss.job SET state = 'active', started_on = now() - interval '1 hour' WHERE name = 'overdue'`,
  );
  const next = await queues.open();
  await next.handle('overdue', work);
  lookNow(next);
  expect(await all).toEqual([{ n: 1 }]);
}, 60_000);

it('opens in several processes at once, and one of them runs each job', async () => {
  const [one, other] = await Promise.all([queues.open(), queues.open()]);
  const { all, done, work } = collector<{ n: number }>(20);
  await Promise.all([one.handle('shared', work), other.handle('shared', work)]);
  await enqueue(one, 'shared', ...Array.from({ length: 20 }).keys());
  await all;
  expect(new Set(done.map(({ n }) => n)).size).toBe(20);
});

it('waits for jobs that a worker has taken when a queue runs on demand', async () => {
  const jobs = await queues.open();
  const [begun, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const order: string[] = [];
  await jobs.handle('taken', async () => {
    begun.resolve();
    await finish.promise;
    order.push('worked');
  });
  await queues.database.transaction((tx) => jobs.enqueue(tx, 'taken', {}));
  await begun.promise;
  const carriedOut = jobs.runNow('taken').then(() => order.push('carried out'));
  // Long enough for one poll.
  for (let n = 0; n < 5; n += 1) await queues.database.ping();
  finish.resolve();
  await carriedOut;
  expect(order).toEqual(['worked', 'carried out']);
});

it('lets running work finish before it closes', async () => {
  const jobs = await queues.open();
  const [begun, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let finished = false;
  await jobs.handle('long', async () => {
    begun.resolve();
    await finish.promise;
    finished = true;
  });
  await queues.database.transaction((tx) => jobs.enqueue(tx, 'long', {}));
  await begun.promise;
  const closing = jobs.close();
  finish.resolve();
  await closing;
  expect(finished).toBe(true);
});

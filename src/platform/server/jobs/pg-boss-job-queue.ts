import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { fromDrizzle, type Job, type JobResult, PgBoss } from 'pg-boss';
import type { Database } from '../database/database.ts';
import type { Logger } from '../http/create-http-server.ts';
import type { JobQueue } from './job-queue.ts';

/** Where pg-boss keeps its tables; it brings them up to date by itself. */
const schema = 'pgboss';
/** All scheduled works share one queue, so that an idle process asks once and not once for each. */
const scheduled = 'scheduled';

type JobHandler = (data: never) => Promise<void>;

const queueOptions = {
  retryLimit: 16,
  /** Seconds before the first retry, doubled each time up to the most: about a day in all. */
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 4 * 3600,
  expireInSeconds: 300,
  retentionSeconds: 14 * 24 * 3600,
  deleteAfterSeconds: 24 * 3600,
};

/**
 * Of one run of a scheduled work. It is tried again only where this program does not know its name: another version, which runs
 * beside this one while it is replaced, does. So long that has time to take it.
 */
const scheduledRunOptions = { retryLimit: 40, retryDelay: 15, retryBackoff: false };

/** The work of a job is another version's to carry out. */
class UnknownJobError extends Error {}

export async function openJobQueue(database: Database, log: Logger): Promise<JobQueue> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => database.pool.query(text, values) },
    schema,
    // Cron is looked at twice a minute, the rest of the upkeep seldom: an idle process is to be idle.
    cronMonitorIntervalSeconds: 30,
    cronWorkerIntervalSeconds: 5,
    superviseIntervalSeconds: 60,
    maintenanceIntervalSeconds: 3600,
    bamIntervalSeconds: 60,
    flowIntervalSeconds: 3600,
    reindex: true,
    monitorVacuum: false,
  });
  // Told once per outage by the pool as well; a failed poll is repeated by itself.
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue failed'));
  boss.on('warning', (warning) => log.warn({ warning }, 'the job queue warns'));
  await boss.start();

  const works = new Map<string, () => Promise<void>>();
  const queues = new Map<string, { work: JobHandler; worker: string }>();
  let scheduling: Promise<unknown> | null = null;

  const carryOut = async (
    jobs: Job<object>[],
    work: (data: object) => Promise<void>,
    statusOf: (error: unknown) => 'failed' | 'deadletter' = () => 'failed',
  ): Promise<JobResult[]> =>
    Promise.all(
      jobs.map(async (job) => {
        try {
          await work(job.data);
          return { id: job.id, status: 'completed' as const };
        } catch (error) {
          if (error instanceof UnknownJobError) log.info({ job: job.id }, error.message);
          else log.error({ err: error, job: job.id, queue: job.name }, 'a job failed');
          return { id: job.id, status: statusOf(error), output: { message: String(error) } };
        }
      }),
    );
  const carryOutTurn = (data: object): Promise<void> => {
    const { name } = data as { name: string };
    const work = works.get(name);
    if (work === undefined)
      throw new UnknownJobError(`the work ${name} is left to another version of the program`);
    return work();
  };

  const startScheduling = async () => {
    await boss.createQueue(scheduled, { ...queueOptions, policy: 'exclusive', retryLimit: 0 });
    await boss.work(
      scheduled,
      { batchSize: 5, pollingIntervalSeconds: 5, perJobResults: true },
      (jobs: Job<object>[]) =>
        // A work that fails has its next turn anyway: only what is another version's goes back.
        carryOut(jobs, carryOutTurn, (error) => (error instanceof UnknownJobError ? 'failed' : 'deadletter')),
    );
  };

  return {
    async schedule(name, cron, work) {
      works.set(name, work);
      await (scheduling ??= startScheduling());
      const options = { ...scheduledRunOptions, key: name, singletonKey: name, tz: 'UTC' };
      await boss.schedule(scheduled, cron, { name }, options);
    },
    async handle(name, work, { atOnce = 5 } = {}) {
      await boss.createQueue(name, queueOptions);
      // Any question makes pg-boss remember the queue: `enqueue` must not ask from within a transaction.
      await boss.findJobs(name, { id: '00000000-0000-0000-0000-000000000000' });
      const options = { batchSize: atOnce, pollingIntervalSeconds: 2, perJobResults: true } as const;
      const worker = await boss.work(name, options, (jobs: Job<object>[]) =>
        carryOut(jobs, work as JobHandler as never),
      );
      queues.set(name, { work: work, worker });
    },
    async enqueue(tx, name, data, { after = 0 } = {}) {
      const queue = queues.get(name);
      if (queue === undefined) throw new Error(`Nobody has declared the queue ${name}`);
      await boss.send(name, data, { db: fromDrizzle(tx, sql), ...(after > 0 && { startAfter: after }) });
      // The transaction is about to end: look soon rather than at the next poll.
      globalThis.setTimeout(() => boss.notifyWorker(queue.worker), after * 1000 + 50).unref();
    },
    async runNow(name) {
      const work = works.get(name);
      if (work !== undefined) return work();
      const queue = queues.get(name);
      if (queue === undefined) throw new Error(`Nobody has declared ${name}`);
      for (;;) {
        const [job] = await boss.fetch<object>(name, { ignoreStartAfter: true });
        if (job === undefined) {
          // A worker may have taken one already.
          if (!(await boss.findJobs(name)).some(({ state }) => state === 'active')) return;
          await setTimeout(20);
          continue;
        }
        try {
          await queue.work(job.data as never);
          await boss.complete(name, job.id);
        } catch (error) {
          await boss.fail(name, job.id, { message: String(error) });
          throw error;
        }
      }
    },
    async close() {
      await boss.stop({ graceful: true, timeout: 10_000, close: false });
    },
  };
}

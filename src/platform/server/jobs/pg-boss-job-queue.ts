import { DAY_SECONDS, HOUR_SECONDS } from '#platform/shared/durations.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { type ConstructorOptions, fromDrizzle, type Job, type JobResult, PgBoss } from 'pg-boss';
import type { Database } from '../database/database.ts';
import type { Logger } from '../http/create-http-server.ts';
import { type JobQueue, LostServiceError } from './job-queue.ts';

const CLOSE_TIMEOUT_MS = 10_000;
/** The schema of pg-boss, which migrates it itself. */
export const PG_BOSS_SCHEMA = 'pgboss';
/** All scheduled jobs share one queue, so that an idle process polls once instead of once per job. */
export const SCHEDULED_QUEUE = 'scheduled';

type JobHandler = (data: never) => Promise<void>;

type Queue = { work: JobHandler; worker: string };

export const queueOptions = {
  retryLimit: 16,
  /** Seconds before the first retry, doubled each time up to the maximum: about a day in all. */
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 4 * HOUR_SECONDS,
  expireInSeconds: 300,
  retentionSeconds: 14 * DAY_SECONDS,
  deleteAfterSeconds: DAY_SECONDS,
};

/**
 * Retries of a scheduled run happen only if this program does not know its name. During a deployment another
 * version does, and this is the time that it has to take the run.
 */
const scheduledRunOptions = { retryLimit: 40, retryDelay: 15, retryBackoff: false };

/** Their failed attempts do not count. */
const RETRY_LOST_SQL = `UPDATE ${PG_BOSS_SCHEMA}.job SET start_after = now(), retry_limit = retry_limit + 1
  WHERE name = $1 AND state = 'retry' AND output->>'isServiceLost' = 'true' AND start_after > now()`;

/** The job belongs to another version. */
class UnknownJobError extends Error {}

export async function openJobQueue(database: Database, log: Logger): Promise<JobQueue> {
  const boss = new PgBoss(bossOptions(database));
  // The pool logs each outage, too, and a failed poll is repeated.
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue failed'));
  boss.on('warning', (warning) => log.warn({ warning }, 'the job queue warns'));
  await boss.start();

  const running = new Set<string>();
  const scheduler = new Scheduler(boss, log, running);
  const queues = new Map<string, Queue>();

  return {
    schedule: (name, cron, work) => scheduler.schedule(name, cron, work),
    async handle(name, work, { atOnce = 5 } = {}) {
      await boss.createQueue(name, queueOptions);
      // Any query makes pg-boss cache the queue: `enqueue` must not do that inside a transaction.
      await boss.findJobs(name, { id: '00000000-0000-0000-0000-000000000000' });
      const options = { batchSize: atOnce, pollingIntervalSeconds: 2, perJobResults: true } as const;
      const worker = await boss.work(name, options, (jobs: Job<object>[]) =>
        runJobs({ log, running }, jobs, work as JobHandler as never),
      );
      queues.set(name, { work: work, worker });
    },
    async enqueue(tx, name, data, { after = 0 } = {}) {
      const queue = queues.get(name);
      if (queue === undefined) throw new Error(`The queue ${name} is not declared`);
      await boss.send(name, data, { db: fromDrizzle(tx, sql), ...(after > 0 && { startAfter: after }) });
      // The transaction is about to end: poll soon instead of at the next interval.
      setTimeout(() => boss.notifyWorker(queue.worker), after * 1000 + 50).unref();
    },
    async runNow(name) {
      const work = scheduler.find(name);
      if (work !== undefined) return work();
      const queue = queues.get(name);
      if (queue === undefined) throw new Error(`${name} is not declared`);
      await runQueuedJobs(boss, name, queue);
    },
    async retryNow(name) {
      await database.pool.query(RETRY_LOST_SQL, [name]);
      boss.notifyWorker(queues.get(name)!.worker);
    },
    async countWaiting() {
      const { rows } = await database.pool.query<{ name: string; waiting: number }>(
        `SELECT name, count(*)::int AS waiting FROM ${PG_BOSS_SCHEMA}.job
         WHERE state < 'active' AND start_after <= now() GROUP BY name`,
      );
      const empty = [SCHEDULED_QUEUE, ...queues.keys()].map((name) => [name, 0] as const);
      return new Map([...empty, ...rows.map(({ name, waiting }) => [name, waiting] as const)]);
    },
    drain() {
      for (const name of [SCHEDULED_QUEUE, ...queues.keys()]) void boss.offWork(name, { wait: false });
    },
    close: (limitMs = CLOSE_TIMEOUT_MS) => stopGently(boss, limitMs, () => warnOfCut(log, running)),
  };
}

const warnOfCut = (log: Logger, running: ReadonlySet<string>): void =>
  log.warn({ jobs: [...running] }, 'jobs took too long and are queued again');

/** Calls `onImpatient` when running jobs are no longer waited for. */
async function stopGently(boss: PgBoss, limitMs: number, onImpatient: () => void): Promise<void> {
  const impatience = setTimeout(onImpatient, limitMs);
  await boss.stop({ graceful: true, timeout: limitMs, close: false });
  clearTimeout(impatience);
}

/** The scheduled jobs and their shared queue, which it creates with the first job. */
class Scheduler {
  readonly #boss: PgBoss;
  readonly #log: Logger;
  readonly #running: Set<string>;
  readonly #works = new Map<string, () => Promise<void>>();
  #starting: Promise<unknown> | null = null;

  constructor(boss: PgBoss, log: Logger, running: Set<string>) {
    this.#boss = boss;
    this.#log = log;
    this.#running = running;
  }

  find(name: string): (() => Promise<void>) | undefined {
    return this.#works.get(name);
  }

  async schedule(name: string, cron: string, work: () => Promise<void>): Promise<void> {
    this.#works.set(name, work);
    await (this.#starting ??= this.#start());
    const options = { ...scheduledRunOptions, key: name, singletonKey: name, tz: 'UTC' };
    await this.#boss.schedule(SCHEDULED_QUEUE, cron, { name }, options);
  }

  async #start(): Promise<void> {
    await this.#boss.createQueue(SCHEDULED_QUEUE, { ...queueOptions, policy: 'exclusive', retryLimit: 0 });
    await this.#boss.work(
      SCHEDULED_QUEUE,
      { batchSize: 5, pollingIntervalSeconds: 5, perJobResults: true },
      (jobs: Job<object>[]) =>
        // A failed job runs again at its next time; only an unknown one goes back to the queue.
        runJobs(
          { log: this.#log, running: this.#running },
          jobs,
          (data) => this.#run(data),
          (error) => (error instanceof UnknownJobError ? 'failed' : 'deadletter'),
        ),
    );
  }

  async #run(data: object): Promise<void> {
    const { name } = data as { name: string };
    const work = this.#works.get(name);
    if (work === undefined)
      throw new UnknownJobError(`the job ${name} is left to another version of the program`);
    await work();
  }
}

export const bossOptions = (database: Database): ConstructorOptions => ({
  db: { executeSql: (text, values) => database.pool.query(text, values) },
  schema: PG_BOSS_SCHEMA,
  // Cron is checked twice a minute and maintenance runs rarely, so that an idle process stays idle.
  cronMonitorIntervalSeconds: 30,
  cronWorkerIntervalSeconds: 5,
  superviseIntervalSeconds: 60,
  maintenanceIntervalSeconds: HOUR_SECONDS,
  bamIntervalSeconds: 60,
  flowIntervalSeconds: HOUR_SECONDS,
  reindex: true,
  monitorVacuum: false,
});

/** Runs jobs concurrently and returns their results; `statusOf` decides whether a failed one is retried. */
const runJobs = (
  { log, running }: { log: Logger; running: Set<string> },
  jobs: Job<object>[],
  work: (data: object) => Promise<void>,
  statusOf: (error: unknown) => 'failed' | 'deadletter' = () => 'failed',
): Promise<JobResult[]> =>
  Promise.all(
    jobs.map(async (job) => {
      // A scheduled one has its name in its data; others have ids there.
      const name = `${job.name} ${Object.values(job.data).join(' ')}`;
      running.add(name);
      try {
        await work(job.data);
        return { id: job.id, status: 'completed' as const };
      } catch (error) {
        if (error instanceof UnknownJobError) log.info({ job: job.id }, error.message);
        else log.error({ err: error, job: job.id, queue: job.name }, 'a job failed');
        return { id: job.id, status: statusOf(error), output: outputOf(error) };
      } finally {
        running.delete(name);
      }
    }),
  );

/** What is stored with a failed job. */
const outputOf = (error: unknown) => ({
  message: String(error),
  ...(error instanceof LostServiceError && { isServiceLost: true }),
});

/** Runs the jobs of a queue until none is left. */
async function runQueuedJobs(boss: PgBoss, name: string, queue: Queue): Promise<void> {
  for (;;) {
    const [job] = await boss.fetch<object>(name, { ignoreStartAfter: true });
    if (job === undefined) {
      // A worker may have taken one already.
      if (!(await boss.findJobs(name)).some(({ state }) => state === 'active')) return;
      await delay(20);
      continue;
    }
    try {
      await queue.work(job.data as never);
      await boss.complete(name, job.id);
    } catch (error) {
      await boss.fail(name, job.id, outputOf(error));
      throw error;
    }
  }
}

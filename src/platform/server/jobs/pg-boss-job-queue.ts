import { DAY_SECONDS } from '#platform/shared/durations.ts';
import { type Clock, systemClock } from '#platform/shared/clock.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { fromDrizzle, type Job, type JobResult, PgBoss } from 'pg-boss';
import { throttleByKey } from '../concurrency/throttle-by-key.ts';
import type { Database, Transaction } from '../database/database.ts';
import { busResumed, defineTopic, type EventBus } from '../events/event-bus.ts';
import { createOutageLog } from '../events/event-carrier.ts';
import type { Logger } from '../http/create-http-server.ts';
import { JobScheduler, SCHEDULED_QUEUE, UnknownJobError } from './job-scheduler.ts';
import { type JobQueue, jobOutput, type ScheduleOptions } from './job-queue.ts';
import { bossOptions, PG_BOSS_SCHEMA, queueOptions } from './pg-boss-options.ts';
import { takeOutbox } from './take-outbox.ts';
import { QueueAlarm, type QueueState } from './queue-alarm.ts';

const CLOSE_TIMEOUT_MS = 10_000;
/** Workers are woken; this is how long they would sleep otherwise. */
const POLL_SECONDS = DAY_SECONDS;
/** A busy queue tells other processes of its jobs that rarely: they take what this one has no time for. */
const ANNOUNCE_INTERVAL_MS = 1_000;
/** The head start of a request that does the work of its job itself: the job then finds nothing to do. */
const HEAD_START_MS = 50;
/** The delay of a look after a failed job, whose next attempt is stored by then. */
const LOOK_AFTER_FAILURE_MS = 1_000;

/** Jobs that other processes may take. Worthless later: each process looks itself. */
const jobsQueued = defineTopic<{ queue: string }>('jobs-queued', { isStored: () => false });

type JobHandler = (data: never) => Promise<void>;

type Queue = { work: JobHandler; worker: string };

type StatusOf = (error: unknown) => 'failed' | 'deadletter';

/** Their failed attempts do not count. */
const RETRY_LOST_SQL = `UPDATE ${PG_BOSS_SCHEMA}.job SET start_after = now(), retry_limit = retry_limit + 1
  WHERE name = $1 AND state = 'retry' AND output->>'isServiceLost' = 'true' AND start_after > now()`;

/** Per queue, by the database's clock: the time until its next job, and whether a job runs for too long. */
const LOOK_SQL = `SELECT name, (
    SELECT extract(epoch FROM min(start_after) - now())::float8 * 1000 FROM ${PG_BOSS_SCHEMA}.job
    WHERE job.name = queue.name AND state < 'active') AS wait,
  EXISTS (SELECT FROM ${PG_BOSS_SCHEMA}.job WHERE job.name = queue.name AND state = 'active'
    AND started_on + expire_seconds * interval '1 second' < now()) AS is_overdue
  FROM unnest($1::text[]) AS queue (name)`;

export async function openJobQueue(
  database: Database,
  log: Logger,
  clock: Clock = systemClock,
): Promise<JobQueue> {
  const boss = new PgBoss(bossOptions(database));
  const queue = new PgBossJobs(boss, { database, log, clock });
  await boss.start();
  await takeOutbox(boss, database);
  return queue;
}

class PgBossJobs implements JobQueue {
  readonly #boss: PgBoss;
  readonly #database: Database;
  readonly #log: Logger;
  readonly #running = new Set<string>();
  readonly #queues = new Map<string, Queue>();
  readonly #scheduler: JobScheduler;
  readonly #alarm: QueueAlarm;
  #scheduling: Promise<void> | null = null;
  #announce = { push: (_queue: string, _value: string) => {}, stop: () => {} };

  constructor(boss: PgBoss, services: { database: Database; log: Logger; clock: Clock }) {
    const { database, log } = services;
    this.#boss = boss;
    this.#database = database;
    this.#log = log;
    const outage = createOutageLog((error) => log.warn({ err: error }, 'the job queue failed'));
    this.#scheduler = new JobScheduler(boss, { ...services, wake: () => this.#wake(SCHEDULED_QUEUE) });
    this.#alarm = new QueueAlarm({
      look: async () => {
        const state = await this.#look();
        outage.recovered();
        return state;
      },
      wake: (name) => this.#wake(name),
      care: () => boss.supervise(),
      onError: (error) => outage.failed(error as Error),
    });
    // A worker that has failed sleeps: the next look that succeeds wakes it.
    boss.on('error', (error) => {
      outage.failed(error);
      this.#alarm.lookWithin(LOOK_AFTER_FAILURE_MS);
    });
    boss.on('warning', (warning) => log.warn({ warning }, 'the job queue warns'));
  }

  async schedule(
    name: string,
    cron: string,
    work: () => Promise<void>,
    { due }: ScheduleOptions = {},
  ): Promise<void> {
    this.#scheduler.add({ name, cron, work, due });
    await (this.#scheduling ??= this.#startScheduledQueue());
  }

  async handle<T extends object>(
    name: string,
    work: (data: T) => Promise<void>,
    { atOnce = 5 }: { atOnce?: number } = {},
  ): Promise<void> {
    await this.#boss.createQueue(name, queueOptions);
    // Any query makes pg-boss cache the queue: `enqueue` must not do that inside a transaction.
    await this.#boss.findJobs(name, { id: '00000000-0000-0000-0000-000000000000' });
    await this.#addWorker(name, work, { atOnce });
  }

  async enqueue(
    tx: Transaction,
    name: string,
    data: object,
    { after = 0 }: { after?: number } = {},
  ): Promise<void> {
    if (!this.#queues.has(name)) throw new Error(`The queue ${name} is not declared`);
    const options = { db: fromDrizzle(tx, sql), ...(after > 0 && { startAfter: after }) };
    await this.#boss.send(name, data, options);
    this.#database.afterCommit(() => {
      if (after > 0) return this.#alarm.wakeIn(name, after * 1000);
      setTimeout(() => {
        this.#wake(name);
        this.#announce.push(name, name);
      }, HEAD_START_MS).unref();
    });
  }

  async runNow(name: string): Promise<void> {
    if (this.#scheduler.has(name)) return this.#scheduler.run(name);
    const queue = this.#queues.get(name);
    if (queue === undefined) throw new Error(`${name} is not declared`);
    await runQueuedJobs(this.#boss, name, queue);
  }

  async retryNow(name: string): Promise<void> {
    await this.#database.pool.query(RETRY_LOST_SQL, [name]);
    this.#wake(name);
    this.#announce.push(name, name);
  }

  async countWaiting(): Promise<ReadonlyMap<string, number>> {
    const { rows } = await this.#database.pool.query<{ name: string; waiting: number }>(
      `SELECT name, count(*)::int AS waiting FROM ${PG_BOSS_SCHEMA}.job
       WHERE state < 'active' AND start_after <= now() GROUP BY name`,
    );
    const empty = [SCHEDULED_QUEUE, ...this.#queues.keys()].map((name) => [name, 0] as const);
    return new Map([...empty, ...rows.map(({ name, waiting }) => [name, waiting] as const)]);
  }

  announceTo(events: Pick<EventBus, 'publish' | 'subscribe'>): void {
    this.#announce = throttleByKey<string>(ANNOUNCE_INTERVAL_MS, (queue) =>
      events.publish(jobsQueued, { queue }),
    );
    events.subscribe(jobsQueued, ({ queue }) => this.#wake(queue));
    events.subscribe(busResumed, () => this.#alarm.lookWithin(0));
  }

  tick(at: Date): Promise<void> {
    return this.#scheduler.tick(at);
  }

  stopSchedule(): void {
    this.#scheduler.stop();
  }

  drain(): void {
    this.#scheduler.stop();
    this.#alarm.stop();
    for (const name of this.#queues.keys()) void this.#boss.offWork(name, { wait: false });
  }

  async close(limitMs = CLOSE_TIMEOUT_MS): Promise<void> {
    this.drain();
    this.#announce.stop();
    const impatience = setTimeout(
      () => this.#log.warn({ jobs: [...this.#running] }, 'jobs took too long and are queued again'),
      limitMs,
    );
    await this.#boss.stop({ graceful: true, timeout: limitMs, close: false });
    clearTimeout(impatience);
  }

  async #startScheduledQueue(): Promise<void> {
    await this.#boss.createQueue(SCHEDULED_QUEUE, { ...queueOptions, policy: 'exclusive', retryLimit: 0 });
    const work = (data: object) => this.#scheduler.run((data as { name: string }).name);
    // A failed job runs again at its next time; only an unknown one goes back to the queue.
    const statusOf = (error: unknown) => (error instanceof UnknownJobError ? 'failed' : 'deadletter');
    await this.#addWorker(SCHEDULED_QUEUE, work, { atOnce: 5, statusOf });
  }

  async #addWorker(
    name: string,
    work: JobHandler,
    { atOnce, statusOf }: { atOnce: number; statusOf?: StatusOf },
  ): Promise<void> {
    const context = {
      log: this.#log,
      running: this.#running,
      onFailure: () => this.#alarm.lookWithin(LOOK_AFTER_FAILURE_MS),
    };
    const worker = await this.#boss.work(
      name,
      {
        batchSize: atOnce,
        burstWhenBatchFull: true,
        pollingIntervalSeconds: POLL_SECONDS,
        perJobResults: true,
      },
      (jobs: Job<object>[]) => runJobs(context, jobs, work as never, statusOf),
    );
    this.#queues.set(name, { work, worker });
    this.#alarm.lookWithin(LOOK_AFTER_FAILURE_MS);
  }

  #wake(name: string): void {
    const queue = this.#queues.get(name);
    if (queue !== undefined) this.#boss.notifyWorker(queue.worker);
  }

  async #look(): Promise<QueueState> {
    const { rows } = await this.#database.pool.query<{
      name: string;
      wait: number | null;
      is_overdue: boolean;
    }>(LOOK_SQL, [[...this.#queues.keys()]]);
    return {
      waits: new Map(rows.flatMap(({ name, wait }) => (wait === null ? [] : [[name, wait] as const]))),
      isOverdue: rows.some((row) => row.is_overdue),
    };
  }
}

/** Runs jobs concurrently and returns their results; `statusOf` decides whether a failed one is retried. */
const runJobs = (
  { log, running, onFailure }: { log: Logger; running: Set<string>; onFailure: () => void },
  jobs: Job<object>[],
  work: (data: object) => Promise<void>,
  statusOf: StatusOf = () => 'failed',
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
        onFailure();
        return { id: job.id, status: statusOf(error), output: jobOutput(error) };
      } finally {
        running.delete(name);
      }
    }),
  );

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
      await boss.fail(name, job.id, jobOutput(error));
      throw error;
    }
  }
}

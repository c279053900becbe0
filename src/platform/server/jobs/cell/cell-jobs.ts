import { type Job, PgBoss } from 'pg-boss';
import type { Database } from '../../database/database.ts';
import { createOutageLog } from '../../events/event-carrier.ts';
import type { Logger } from '../../http/create-http-server.ts';
import { jobOutput } from '../job-queue.ts';
import { bossOptions, queueOptions } from '../pg-boss-options.ts';
import { QueueAlarm } from '../queue-alarm.ts';
import {
  LOOK_SQL,
  MAKE_DUE_SQL,
  RETRY_LOST_SQL,
  toQueueState,
  toWaitingCounts,
  WAITING_SQL,
} from './cell-sql.ts';
import { FairSlots } from './fair-slots.ts';
import type { OutboxJob } from './job-outbox.ts';
import type { MarketWork, WithMarket } from './market-work.ts';

/** The jobs that a process runs at once, of all markets of the cell and of one. */
const RUNNING = 16;
const RUNNING_OF_MARKET = 4;
const LOOK_AFTER_FAILURE_MS = 1_000;

/** What the queue of a cell carries. */
type CellJob = { market: number; queue: string; data: object };

export type CellJobsOptions = {
  /** Where the jobs of the cell are: no table of a market. Its opener closes it. */
  database: Pick<Database, 'pool'>;
  log: Logger;
  withMarket: WithMarket;
  /** Whether this process opens the market for its jobs: it holds the lease. Jobs of open markets it runs anyway. */
  isMine: (market: number) => boolean;
  limits?: { running: number; runningOfMarket: number };
};

type Lanes = { open: number; wakes: number };

const queueOf = (market: number) => `m${market}`;
const marketOf = (queue: string) => Number(queue.slice(1));

/** Opens the queue of a cell: one pg-boss, with a queue for each market that ever had a job. */
export async function openCellJobs(options: CellJobsOptions): Promise<CellJobs> {
  const boss = new PgBoss(bossOptions(options.database));
  const jobs = new CellJobs(boss, options);
  await boss.start();
  jobs.lookWithin(0);
  return jobs;
}

export class CellJobs {
  readonly #boss: PgBoss;
  readonly #options: CellJobsOptions;
  readonly #slots: FairSlots;
  readonly #alarm: QueueAlarm;
  readonly #queues = new Map<number, Promise<void>>();
  readonly #lanes = new Map<number, Lanes>();
  readonly #running = new Map<string, { work: MarketWork; done: Promise<unknown> }>();
  /** The open markets; of one that is opened again before it is closed, the newer one. */
  readonly #open = new Map<number, MarketWork>();
  readonly #paused = new WeakSet<MarketWork>();
  #isStopped = false;

  constructor(boss: PgBoss, options: CellJobsOptions) {
    const { database, log } = options;
    this.#boss = boss;
    this.#options = options;
    this.#slots = new FairSlots(options.limits ?? { running: RUNNING, runningOfMarket: RUNNING_OF_MARKET });
    const outage = createOutageLog((error) => log.warn({ err: error }, 'the job queue of the cell failed'));
    this.#alarm = new QueueAlarm({
      look: async () => {
        const { rows } = await database.pool.query(LOOK_SQL);
        outage.recovered();
        return toQueueState(rows);
      },
      wake: (queue) => this.#startLane(marketOf(queue), { grows: true }),
      care: () => boss.supervise(),
      onError: (error) => outage.failed(error as Error),
    });
    boss.on('error', (error) => outage.failed(error));
    boss.on('warning', (warning) => log.warn({ warning }, 'the job queue of the cell warns'));
  }

  /** Inserts jobs that are not there yet by their ids. */
  async insert(market: number, jobs: readonly OutboxJob[]): Promise<void> {
    await this.#createQueue(market);
    await this.#boss.insert(
      queueOf(market),
      jobs.map(({ id, queue, data, startAfter, singletonKey }) => ({
        id,
        data: { market, queue, data } satisfies CellJob,
        startAfter: startAfter.toISOString(),
        ...(singletonKey !== null && { singletonKey }),
      })),
    );
  }

  /** So many jobs of the market wait. */
  wake(market: number, jobs: number): void {
    for (let count = 0; count < Math.min(jobs, RUNNING_OF_MARKET); count += 1)
      this.#startLane(market, { grows: false });
  }

  wakeIn(market: number, ms: number): void {
    this.#alarm.wakeIn(queueOf(market), ms);
  }

  lookWithin(ms: number): void {
    this.#alarm.lookWithin(ms);
  }

  /** Runs something else of the market within the bounds of its jobs. */
  inTurn(market: number, task: () => Promise<void>): Promise<void> {
    return this.#slots.run(market, task);
  }

  /** The first time of a schedule, in UTC, after `from`. */
  nextTime(cron: string, from: Date): Date {
    const [next] = this.#boss.previewSchedule(cron, { tz: 'UTC', from, count: 1 });
    if (next === undefined) throw new Error(`The schedule ${cron} has no time`);
    return next;
  }

  async countWaiting(market: number): Promise<ReadonlyMap<string, number>> {
    return toWaitingCounts((await this.#options.database.pool.query(WAITING_SQL, [queueOf(market)])).rows);
  }

  async retryNow(market: number, queue: string): Promise<void> {
    await this.#options.database.pool.query(RETRY_LOST_SQL, [queueOf(market), queue]);
    this.#startLane(market, { grows: true });
  }

  /** Runs the waiting jobs of the market now, those of this queue first, and throws their errors (tests). */
  async runNow(market: number, queue: string): Promise<void> {
    await this.#createQueue(market);
    await this.#options.database.pool.query(MAKE_DUE_SQL, [queueOf(market), queue]);
    while (await this.#runNext(market, { throws: true }));
    await Promise.allSettled([...this.#running.values()].map(({ done }) => done));
  }

  /** The markets that are open here. */
  get open(): ReadonlyMap<number, MarketWork> {
    return this.#open;
  }

  /** The market is open from now on: its jobs run here. */
  add(market: number, work: MarketWork): void {
    this.#open.set(market, work);
  }

  /** It takes no further jobs. */
  pause(work: MarketWork): void {
    this.#paused.add(work);
  }

  /** Waits for the running jobs of a market that is being closed. Those that take longer are queued again. */
  async remove(market: number, work: MarketWork, limitMs: number): Promise<void> {
    this.pause(work);
    const { promise: timeout, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, Math.max(0, limitMs));
    await Promise.race([this.#finished(work), timeout]);
    clearTimeout(timer);
    if (this.#open.get(market) === work) this.#open.delete(market);
    const late = [...this.#running].filter(([, job]) => job.work === work).map(([id]) => id);
    if (late.length > 0) {
      this.#options.log.warn({ market, jobs: late }, 'jobs took too long and are queued again');
      await this.#boss.fail(queueOf(market), late, { message: 'the market was closed' });
    }
    if (!this.#isStopped) this.lookWithin(LOOK_AFTER_FAILURE_MS);
  }

  drain(): void {
    this.#isStopped = true;
    this.#alarm.stop();
  }

  async close(): Promise<void> {
    this.drain();
    await Promise.allSettled([...this.#running.values()].map(({ done }) => done));
    await this.#boss.stop({ graceful: false, close: false });
  }

  async #finished(work: MarketWork): Promise<void> {
    const own = [...this.#running.values()].filter((job) => job.work === work);
    await Promise.allSettled(own.map(({ done }) => done));
  }

  #createQueue(market: number): Promise<void> {
    const created =
      this.#queues.get(market) ??
      this.#boss.createQueue(queueOf(market), queueOptions).catch((error: unknown) => {
        this.#queues.delete(market);
        throw error;
      });
    this.#queues.set(market, created);
    return created;
  }

  #takes(market: number): boolean {
    const work = this.#open.get(market);
    if (this.#isStopped) return false;
    return work === undefined ? this.#options.isMine(market) : !this.#paused.has(work);
  }

  /** A lane runs one job after the other until none waits. One that grows opens another for each job it finds. */
  #startLane(market: number, { grows }: { grows: boolean }): void {
    if (!this.#takes(market)) return;
    const lanes = this.#lanes.get(market) ?? { open: 0, wakes: 0 };
    this.#lanes.set(market, lanes);
    lanes.wakes += 1;
    if (lanes.open >= RUNNING_OF_MARKET) return;
    lanes.open += 1;
    void this.#runLane(market, lanes, grows)
      .catch((error: unknown) => {
        this.#options.log.warn({ err: error, market }, 'the jobs of a market could not be fetched');
        this.#alarm.lookWithin(LOOK_AFTER_FAILURE_MS);
      })
      .finally(() => {
        lanes.open -= 1;
        if (lanes.open === 0 && this.#lanes.get(market) === lanes) this.#lanes.delete(market);
      });
  }

  async #runLane(market: number, lanes: Lanes, grows: boolean): Promise<void> {
    for (;;) {
      const { wakes } = lanes;
      let isFound = false;
      const onFound = () => {
        isFound = true;
        if (grows) this.#startLane(market, { grows });
      };
      await this.#slots.run(market, async () => {
        if (this.#takes(market)) await this.#runNext(market, { onFound });
      });
      if (!this.#takes(market) || (!isFound && lanes.wakes === wakes)) return;
    }
  }

  async #runNext(
    market: number,
    { throws = false, onFound }: { throws?: boolean; onFound?: () => void },
  ): Promise<boolean> {
    const isFound = await this.#options.withMarket(market, async (work) => {
      await this.#createQueue(market);
      const [job] = await this.#boss.fetch<CellJob>(queueOf(market));
      if (job === undefined) return false;
      onFound?.();
      const done = this.#runJob(market, job, work);
      this.#running.set(job.id, { work, done });
      const failure = await done.finally(() => this.#running.delete(job.id));
      if (throws && failure !== null) throw failure.error;
      return true;
    });
    return isFound === true;
  }

  async #runJob(
    market: number,
    { id, data: { queue, data } }: Job<CellJob>,
    work: MarketWork,
  ): Promise<{ error: unknown } | null> {
    try {
      await work.runJob(queue, data);
    } catch (error) {
      this.#options.log.error({ err: error, market, job: id, queue }, 'a job failed');
      await this.#boss.fail(queueOf(market), id, jobOutput(error));
      this.#alarm.lookWithin(LOOK_AFTER_FAILURE_MS);
      return { error };
    }
    await this.#boss.complete(queueOf(market), id);
    return null;
  }
}

import type { Clock } from '#platform/shared/clock.ts';
import { BoundedQueue } from '../../concurrency/bounded-queue.ts';
import { throttleByKey } from '../../concurrency/throttle-by-key.ts';
import type { Database, Transaction } from '../../database/database.ts';
import { busResumed, defineTopic, type EventBus } from '../../events/event-bus.ts';
import type { Logger } from '../../http/create-http-server.ts';
import { newId } from '../../new-id.ts';
import type { JobQueue, ScheduleOptions } from '../job-queue.ts';
import { UnknownJobError } from '../job-scheduler.ts';
import type { CellJobs } from './cell-jobs.ts';
import { insertIntoOutbox, takeFromOwnQueue } from './job-outbox.ts';
import { MarketSchedule } from './market-schedule.ts';
import type { MarketWork } from './market-work.ts';
import { OutboxRelay } from './outbox-relay.ts';

const CLOSE_TIMEOUT_MS = 10_000;
const ANNOUNCE_INTERVAL_MS = 1_000;
const DEFAULT_AT_ONCE = 5;

/** Jobs that another process in which the market is open may take. */
const jobsQueued = defineTopic<{ count: number }>('market-jobs-queued', { isStored: () => false });

type Handler = { work: (data: never) => Promise<void>; turns: BoundedQueue };

type MarketJobsOptions = {
  cell: CellJobs;
  market: number;
  database: Database;
  clock: Clock;
  log: Logger;
  /** Called once before the market's database is closed. */
  onClose?: (work: MarketWork) => Promise<void>;
};

/** The job queue of one of many markets: jobs go through its outbox into the queue of its cell. */
export class MarketJobs implements JobQueue, MarketWork {
  readonly #options: MarketJobsOptions;
  readonly #handlers = new Map<string, Handler>();
  readonly #schedule: MarketSchedule;
  readonly #relay: OutboxRelay;
  #announce = { push: (_key: string, _count: number) => {}, stop: () => {} };
  #isClosed = false;
  #mayHaveOwnQueue = true;

  constructor(options: MarketJobsOptions) {
    const { cell, market, database, log, clock } = options;
    this.#options = options;
    this.#schedule = new MarketSchedule({
      database,
      clock,
      log,
      nextTime: (cron, from) => cell.nextTime(cron, from),
      inTurn: (task) => cell.inTurn(market, task),
    });
    this.#relay = new OutboxRelay({
      cell,
      market,
      database,
      log,
      onRelayed: (count) => this.#announce.push('', count),
    });
    cell.add(market, this);
  }

  async schedule(
    name: string,
    cron: string,
    work: () => Promise<void>,
    { due, nextDue }: ScheduleOptions = {},
  ): Promise<void> {
    this.#schedule.add({ name, cron, work, due, nextDue });
  }

  async handle<T extends object>(
    name: string,
    work: (data: T) => Promise<void>,
    { atOnce = DEFAULT_AT_ONCE }: { atOnce?: number } = {},
  ): Promise<void> {
    this.#handlers.set(name, { work, turns: new BoundedQueue({ running: atOnce, waiting: Infinity }) });
  }

  async enqueue(
    tx: Transaction,
    name: string,
    data: object,
    { after = 0 }: { after?: number } = {},
  ): Promise<void> {
    if (!this.#handlers.has(name)) throw new Error(`The queue ${name} is not declared`);
    const id = newId(this.#options.clock.now());
    await insertIntoOutbox(tx, { id, queue: name, data, afterSeconds: after });
    this.#options.database.afterCommit(() => void this.#relay.run(), this.#relay);
  }

  async runNow(name: string): Promise<void> {
    if (this.#schedule.has(name)) return this.#schedule.runNow(name);
    if (!this.#handlers.has(name)) throw new Error(`${name} is not declared`);
    await this.#relay.run();
    await this.#options.cell.runNow(this.#options.market, name);
  }

  async retryNow(name: string): Promise<void> {
    await this.#options.cell.retryNow(this.#options.market, name);
  }

  async countWaiting(): Promise<ReadonlyMap<string, number>> {
    const waiting = await this.#options.cell.countWaiting(this.#options.market);
    return new Map([...[...this.#handlers.keys()].map((name) => [name, 0] as const), ...waiting]);
  }

  announceTo(events: Pick<EventBus, 'publish' | 'subscribe'>): void {
    const { cell, market } = this.#options;
    this.#announce = throttleByKey<number>(ANNOUNCE_INTERVAL_MS, (count) =>
      events.publish(jobsQueued, { count }),
    );
    events.subscribe(jobsQueued, ({ count }) => cell.wake(market, count));
    events.subscribe(busResumed, () => cell.lookWithin(0));
  }

  tick(at: Date): Promise<void> {
    return this.runSchedule(this.#options.clock.now(), at);
  }

  stopSchedule(): void {
    this.#schedule.stop();
  }

  drain(): void {
    this.#schedule.stop();
    this.#options.cell.pause(this);
  }

  async close(limitMs = CLOSE_TIMEOUT_MS): Promise<void> {
    if (this.#isClosed) return;
    this.drain();
    this.#announce.stop();
    await this.#relay.close();
    const { cell, market, onClose } = this.#options;
    await Promise.all([
      cell.remove(market, this, limitMs),
      this.#schedule.finished(limitMs),
      onClose?.(this),
    ]);
    this.#isClosed = true;
  }

  async runJob(queue: string, data: object): Promise<void> {
    const handler = this.#handlers.get(queue);
    if (handler === undefined)
      throw new UnknownJobError(`the queue ${queue} is left to another version of the program`);
    await handler.turns.run(() => {
      if (this.#isClosed) throw new Error('The market is closed');
      return handler.work(data as never);
    });
  }

  runSchedule(since: Date, at: Date): Promise<void> {
    return this.#schedule.run(since, at);
  }

  nextDue(now: Date): Promise<Date | null> {
    return this.#schedule.nextDue(now);
  }

  async drainOutbox(): Promise<void> {
    // A market that was never an installation alone gets no such queue while it is open.
    if (this.#mayHaveOwnQueue) this.#mayHaveOwnQueue = await takeFromOwnQueue(this.#options.database);
    await this.#relay.run();
  }
}

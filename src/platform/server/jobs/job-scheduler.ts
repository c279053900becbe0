import type { PgBoss } from 'pg-boss';
import type { Clock } from '#platform/shared/clock.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import type { Database } from '../database/database.ts';
import type { Logger } from '../http/create-http-server.ts';
import { isUnavailable } from '../is-unavailable.ts';
import { findDue, findDueOrAll, type ScheduledWork } from './scheduled-work.ts';

export const SCHEDULED_QUEUE = 'scheduled';
const RETRY_MS = 2_000;

/** Retries only if this program does not know the name: another version has this time to take the run. */
const runOptions = { retryLimit: 40, retryDelay: 15, retryBackoff: false };
/** Processes that reach a minute at the same time enqueue a run once. */
const SLOT_SECONDS = 60;

type Entry = ScheduledWork & { nextAt: Date };

type Services = { database: Database; clock: Clock; log: Logger; wake: () => void };

/** The job belongs to another version. */
export class UnknownJobError extends Error {}

/** One statement asks for all whether there is anything to do, so that an idle installation enqueues nothing. */
export class JobScheduler {
  readonly #boss: PgBoss;
  readonly #services: Services;
  readonly #entries = new Map<string, Entry>();
  #timer: NodeJS.Timeout | undefined;
  #ticking: Promise<void> | null = null;
  #isStopped = false;

  constructor(boss: PgBoss, services: Services) {
    this.#boss = boss;
    this.#services = services;
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  add(scheduled: ScheduledWork): void {
    const nextAt = this.#nextTime(scheduled.cron, new Date());
    this.#entries.set(scheduled.name, { ...scheduled, nextAt });
    this.#setTimer();
  }

  async run(name: string): Promise<void> {
    const entry = this.#entries.get(name);
    if (entry === undefined)
      throw new UnknownJobError(`the job ${name} is left to another version of the program`);
    if (entry.due !== undefined && (await findDue(this.#services, [entry], this.#now())).length === 0) return;
    await entry.work();
  }

  /** Enqueues the jobs whose time is `at` or before. Never rejects. */
  tick(at: Date): Promise<void> {
    this.#ticking ??= this.#tick(at).finally(() => (this.#ticking = null));
    return this.#ticking;
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  async #tick(at: Date): Promise<void> {
    const entries = [...this.#entries.values()].filter(({ nextAt }) => nextAt <= at);
    try {
      const due = await findDueOrAll(this.#services, entries, this.#now());
      for (const { name } of due)
        await this.#boss.send(
          SCHEDULED_QUEUE,
          { name },
          { ...runOptions, singletonKey: name, singletonSeconds: SLOT_SECONDS },
        );
      for (const entry of entries) entry.nextAt = this.#nextTime(entry.cron, at);
      if (due.length > 0) this.#services.wake();
      this.#setTimer();
    } catch (error) {
      if (!isUnavailable(error))
        this.#services.log.error({ err: error }, 'scheduled jobs could not be queued');
      this.#setTimer(RETRY_MS);
    }
  }

  #now(): Date {
    return this.#services.clock.now();
  }

  #nextTime(cron: string, from: Date): Date {
    const [next] = this.#boss.previewSchedule(cron, { tz: 'UTC', from, count: 1 });
    if (next === undefined) throw new Error(`The schedule ${cron} has no time`);
    return next;
  }

  /** No schedule is finer than a minute. */
  #setTimer(ms = MINUTE_MS - (Date.now() % MINUTE_MS)): void {
    if (this.#isStopped) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.tick(new Date()), ms).unref();
  }
}

import { type SQL, sql } from 'drizzle-orm';
import type { PgBoss } from 'pg-boss';
import type { Clock } from '#platform/shared/clock.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import type { Database } from '../database/database.ts';
import type { Logger } from '../http/create-http-server.ts';
import { isUnavailable } from '../is-unavailable.ts';

export const SCHEDULED_QUEUE = 'scheduled';
const RETRY_MS = 2_000;

/** Retries only if this program does not know the name: another version has this time to take the run. */
const runOptions = { retryLimit: 40, retryDelay: 15, retryBackoff: false };
/** Processes that reach a minute at the same time enqueue a run once. */
const SLOT_SECONDS = 60;

type ScheduledWork = {
  cron: string;
  work: () => Promise<void>;
  /** Selects what is due; without rows there is nothing to do. Missing: it runs each time. */
  due: ((now: Date) => SQL) | undefined;
};

type Entry = ScheduledWork & { name: string; nextAt: Date };

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

  add(name: string, scheduled: ScheduledWork): void {
    const nextAt = this.#nextTime(scheduled.cron, new Date());
    this.#entries.set(name, { ...scheduled, name, nextAt });
    this.#setTimer();
  }

  async run(name: string): Promise<void> {
    const entry = this.#entries.get(name);
    if (entry === undefined)
      throw new UnknownJobError(`the job ${name} is left to another version of the program`);
    if (entry.due !== undefined && (await this.#findDue([entry])).length === 0) return;
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
      const due = await this.#findDueOrAll(entries);
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

  /** A statement that fails must not keep the other jobs from running. */
  async #findDueOrAll(entries: readonly Entry[]): Promise<readonly Entry[]> {
    try {
      return await this.#findDue(entries);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      this.#services.log.error({ err: error }, 'it could not be found out which scheduled jobs are due');
      return entries;
    }
  }

  async #findDue(entries: readonly Entry[]): Promise<readonly Entry[]> {
    const now = this.#services.clock.now();
    const asks = entries.flatMap(({ name, due }) =>
      due === undefined ? [] : [sql`SELECT ${name}::text AS name WHERE EXISTS (${due(now)})`],
    );
    if (asks.length === 0) return entries;
    const { rows } = await this.#services.database.orm.execute<{ name: string }>(
      sql.join(asks, sql` UNION ALL `),
    );
    const names = new Set(rows.map(({ name }) => name));
    return entries.filter(({ name, due }) => due === undefined || names.has(name));
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

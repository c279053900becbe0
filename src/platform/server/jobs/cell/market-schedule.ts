import { type SQL, sql } from 'drizzle-orm';
import type { Clock } from '#platform/shared/clock.ts';
import { withTimeout } from '../../concurrency/with-timeout.ts';
import type { Database } from '../../database/database.ts';
import type { Logger } from '../../http/create-http-server.ts';
import { isUnavailable } from '../../is-unavailable.ts';
import { UnknownJobError } from '../job-scheduler.ts';
import { findDue, findDueOrAll, type ScheduledWork } from '../scheduled-work.ts';

type Entry = ScheduledWork & { nextDue: ((now: Date) => SQL) | undefined };

type MarketScheduleServices = {
  database: Pick<Database, 'orm'>;
  clock: Clock;
  log: Logger;
  /** The first time of a schedule after `from`. */
  nextTime: (cron: string, from: Date) => Date;
  /** Waits for a turn of the market. */
  inTurn: (task: () => Promise<void>) => Promise<void>;
};

/** The scheduled jobs of one market, which run in the process that holds its lease. They have no queue. */
export class MarketSchedule {
  readonly #services: MarketScheduleServices;
  readonly #entries = new Map<string, Entry>();
  readonly #running = new Map<string, Promise<void>>();
  #isStopped = false;

  constructor(services: MarketScheduleServices) {
    this.#services = services;
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  add(entry: Entry): void {
    this.#entries.set(entry.name, entry);
  }

  /** Runs a job if it is due, and throws its error. */
  async runNow(name: string): Promise<void> {
    const entry = this.#entries.get(name);
    if (entry === undefined) throw new UnknownJobError(`the job ${name} is not scheduled`);
    const due = await findDue(this.#services, [entry], this.#services.clock.now());
    if (due.length > 0) await entry.work();
  }

  /** A job whose time has come several times since then runs once. Never rejects. */
  async run(since: Date, at: Date): Promise<void> {
    const { nextTime, clock, log } = this.#services;
    const entries = [...this.#entries.values()].filter(
      ({ name, cron }) => !this.#running.has(name) && nextTime(cron, since) <= at,
    );
    try {
      const due = await findDueOrAll(this.#services, entries, clock.now());
      await Promise.all(due.map((entry) => this.#run(entry)));
    } catch (error) {
      if (!isUnavailable(error)) log.error({ err: error }, 'scheduled jobs could not run');
    }
  }

  async nextDue(now: Date): Promise<Date | null> {
    const asks = [...this.#entries.values()].flatMap(({ nextDue }) =>
      nextDue === undefined ? [] : [sql`((${nextDue(now)})::timestamptz)`],
    );
    if (asks.length === 0) return null;
    const { rows } = await this.#services.database.orm.execute<{ at: string | Date | null }>(
      sql`SELECT least(${sql.join(asks, sql`, `)}) AS at`,
    );
    const at = rows[0]?.at ?? null;
    return at === null ? null : new Date(at);
  }

  stop(): void {
    this.#isStopped = true;
  }

  /** Waits for what runs, until the limit. */
  async finished(limitMs: number): Promise<void> {
    if (this.#running.size > 0)
      await withTimeout(Promise.all(this.#running.values()), Math.max(1, limitMs)).catch(() => {});
  }

  #run(entry: Entry): Promise<void> {
    const run = this.#runInTurn(entry).finally(() => this.#running.delete(entry.name));
    this.#running.set(entry.name, run);
    return run;
  }

  async #runInTurn({ name, work }: Entry): Promise<void> {
    try {
      await this.#services.inTurn(async () => {
        if (!this.#isStopped) await work();
      });
    } catch (error) {
      this.#services.log.error({ err: error, job: name }, 'a scheduled job failed');
    }
  }
}

import type { SQL } from 'drizzle-orm';
import type { Clock } from '#platform/shared/clock.ts';
import type { Database, Transaction } from '../database/database.ts';
import type { EventBus } from '../events/event-bus.ts';
import type { Logger } from '../http/create-http-server.ts';

/** A service that the job needs gave no response. */
export class LostServiceError extends Error {}

/** What is stored of a failed attempt. */
export const jobOutput = (error: unknown) => ({
  message: String(error),
  ...(error instanceof LostServiceError && { isServiceLost: true }),
});

export type ScheduleOptions = {
  /**
   * Selects a row, by an index, if there is anything to do: frequent jobs have it, so that an idle installation
   * costs nothing.
   */
  due?: (now: Date) => SQL;
  /**
   * Selects one column of one row, by an index: when there will be something to do, NULL if that is not known
   * to come. A market that sleeps wakes then. Without it a sleeping market runs the job up to an hour late.
   */
  nextDue?: (now: Date) => SQL;
};

/** Background work, stored in the database (pg-boss). One process at a time runs a job. */
export type JobQueue = {
  /** `cron` in UTC, at most once a minute; skipped while one run waits or is active. */
  schedule(name: string, cron: string, work: () => Promise<void>, options?: ScheduleOptions): Promise<void>;
  /** Declares a queue's handler, five jobs at once by default. Delivery is at least once, with retries and backoff. */
  handle<T extends object>(
    name: string,
    work: (data: T) => Promise<void>,
    options?: { atOnce?: number },
  ): Promise<void>;
  /**
   * Enqueues a job in the transaction that causes it. It refers to rows that are deleted with their user and
   * has no personal data: finished jobs are stored for a day. `after`: delay in seconds.
   */
  enqueue(tx: Transaction, name: string, data: object, options?: { after?: number }): Promise<void>;
  /** Runs a scheduled job if it is due, or a queue's waiting jobs, now and here, and throws their errors (tests). */
  runNow(name: string): Promise<void>;
  /** Makes jobs due that failed with a `LostServiceError`: the service is back. It costs them no attempt. */
  retryNow(name: string): Promise<void>;
  countWaiting(): Promise<ReadonlyMap<string, number>>;
  /** Processes tell each other of jobs from now on: another one takes what this one has no time for. */
  announceTo(events: Pick<EventBus, 'publish' | 'subscribe'>): void;
  /** Enqueues the scheduled jobs whose time is `at` or before: what happens each minute (tests). */
  tick(at: Date): Promise<void>;
  /** Scheduled jobs run no more by the clock of the machine (tests). */
  stopSchedule(): void;
  /** Takes no further jobs: other processes run them. */
  drain(): void;
  /** Waits for running jobs. Those that are not done after `limitMs` are queued again. */
  close(limitMs?: number): Promise<void>;
};

export type OpenJobs = (services: { database: Database; clock: Clock; log: Logger }) => Promise<JobQueue>;

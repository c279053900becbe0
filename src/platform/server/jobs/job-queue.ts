import type { SQL } from 'drizzle-orm';
import type { Transaction } from '../database/database.ts';
import type { EventBus } from '../events/event-bus.ts';

/** A service that the job needs gave no response. */
export class LostServiceError extends Error {}

/**
 * Background work outside of requests, stored in the database (pg-boss). One process at a time runs a job.
 */
export type JobQueue = {
  /**
   * A scheduled job that finds due work with a query. `cron` in UTC, at most once a minute. While one run
   * waits or is active, further runs are skipped. `due` selects a row if there is anything to do, by an
   * index: without one the job is not run. Frequent jobs have it, so that an idle installation costs nothing.
   */
  schedule(
    name: string,
    cron: string,
    work: () => Promise<void>,
    options?: { due?: (now: Date) => SQL },
  ): Promise<void>;
  /**
   * Declares the handler of a queue, with five jobs at once by default. A failed job is retried with backoff.
   * Delivery is at least once.
   */
  handle<T extends object>(
    name: string,
    work: (data: T) => Promise<void>,
    options?: { atOnce?: number },
  ): Promise<void>;
  /**
   * Enqueues a job, in the transaction that causes it, into a queue declared with `handle`. The job refers to
   * rows that are deleted with their user and contains no personal data itself: finished jobs are stored for
   * a day. `after`: delay in seconds.
   */
  enqueue(tx: Transaction, name: string, data: object, options?: { after?: number }): Promise<void>;
  /**
   * Runs a scheduled job, if something is due, or a queue's waiting jobs now and here, and waits for those
   * that a worker has already taken. Throws their errors (tests).
   */
  runNow(name: string): Promise<void>;
  /**
   * Makes the jobs due whose last attempt failed with a `LostServiceError`: the service is back. It costs
   * them no attempt. Those that a service refused wait for their time.
   */
  retryNow(name: string): Promise<void>;
  /** Due jobs that no worker has taken yet, by queue. */
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

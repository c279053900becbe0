import type { Transaction } from '../database/database.ts';

/** Work that happens beside the requests, kept in the database (pg-boss), carried out by one process at a time. */
export type JobQueue = {
  /**
   * Work that finds what is due by a query. `cron` in UTC, not more often than once a minute. A run that is still waiting or
   * under way swallows the next one.
   */
  schedule(name: string, cron: string, work: () => Promise<void>): Promise<void>;
  /** Declares who carries out the jobs of a queue, five at once unless said; a failed one is retried with backoff. Carried out at least once. */
  handle<T extends object>(
    name: string,
    work: (data: T) => Promise<void>,
    options?: { atOnce?: number },
  ): Promise<void>;
  /**
   * Puts a job into a queue that `handle` has declared, in the transaction that causes it. It names no person, but rows that go with
   * them: jobs stay for a day when they are done, and are no place where somebody lives on. `after`: seconds before it is carried out.
   */
  enqueue(tx: Transaction, name: string, data: object, options?: { after?: number }): Promise<void>;
  /**
   * Carries out a scheduled work, or what waits in a queue, now and here, and waits for what a worker has taken from it; throws what
   * the work throws here (tests).
   */
  runNow(name: string): Promise<void>;
  /** Lets running work finish, for a few seconds. */
  close(): Promise<void>;
};

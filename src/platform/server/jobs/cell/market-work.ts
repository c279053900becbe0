/** What a process does for an open market, as the queue of the cell and the timetable see it. */
export type MarketWork = {
  /** Runs the handler of this queue. Rejects for an unknown queue, and once the market is being closed. */
  runJob(queue: string, data: object): Promise<void>;
  /** Runs the scheduled jobs with a time after `since` and until `at` that have something to do. Never rejects. */
  runSchedule(since: Date, at: Date): Promise<void>;
  /** When the next scheduled job has something to do, as far as a statement can tell. */
  nextDue(now: Date): Promise<Date | null>;
  /** Hands over the jobs that a process which has ended left in the outbox. */
  drainOutbox(): Promise<void>;
};

/**
 * Opens a market if it is closed, and keeps it open while `use` runs. Resolves to null without `use` if it may not be
 * opened now: it is paused, moved, or its database does not answer.
 */
export type WithMarket = <T>(market: number, use: (work: MarketWork) => Promise<T>) => Promise<T | null>;

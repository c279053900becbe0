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

/** Opens a market that is closed; null while it may not be opened, because it is paused or moved. */
export type OpenMarket = (market: number) => Promise<MarketWork | null>;

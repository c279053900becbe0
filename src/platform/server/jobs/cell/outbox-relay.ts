import type { Database } from '../../database/database.ts';
import { createOutageLog } from '../../events/event-carrier.ts';
import type { Logger } from '../../http/create-http-server.ts';
import { deleteFromOutbox, OUTBOX_BATCH_SIZE, readOutbox, type OutboxJob } from './job-outbox.ts';
import type { CellJobs } from './cell-jobs.ts';

const RETRY_MS = 2_000;
/** The head start of a request that does the work of its job itself: the job then finds nothing to do. */
const HEAD_START_MS = 50;

type OutboxRelayOptions = {
  cell: Pick<CellJobs, 'insert' | 'wake' | 'wakeIn'>;
  market: number;
  database: Database;
  log: Logger;
  /** So many jobs are due now. */
  onRelayed: (count: number) => void;
};

/**
 * Hands the jobs of a market's outbox over to the queue of its cell, which is another database: inserted there
 * first, by their ids, and then deleted here. A job is lost at no point, and arrives once or again with the same id.
 */
export class OutboxRelay {
  readonly #options: OutboxRelayOptions;
  readonly #outage: ReturnType<typeof createOutageLog>;
  #running: Promise<void> | null = null;
  #isWanted = false;
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: OutboxRelayOptions) {
    this.#options = options;
    const { log, market } = options;
    this.#outage = createOutageLog((error) =>
      log.warn({ err: error, market }, 'jobs wait in the outbox of their market'),
    );
  }

  /** Hands over what is committed by now. Never rejects: what fails is tried again. */
  run(): Promise<void> {
    this.#isWanted = true;
    this.#running ??= this.#runWhileWanted().finally(() => (this.#running = null));
    return this.#running;
  }

  /** What is left is handed over when the market is opened the next time. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    await this.#running;
  }

  async #runWhileWanted(): Promise<void> {
    try {
      while (this.#isWanted) {
        this.#isWanted = false;
        while ((await this.#relayBatch()) === OUTBOX_BATCH_SIZE);
      }
      this.#outage.recovered();
    } catch (error) {
      if (this.#isClosed) return;
      this.#outage.failed(error as Error);
      clearTimeout(this.#retry);
      this.#retry = setTimeout(() => void this.run(), RETRY_MS).unref();
    }
  }

  async #relayBatch(): Promise<number> {
    const { cell, market, database } = this.#options;
    const jobs = await readOutbox(database);
    if (jobs.length === 0) return 0;
    await cell.insert(market, jobs);
    await deleteFromOutbox(
      database,
      jobs.map(({ id }) => id),
    );
    this.#wake(jobs);
    return jobs.length;
  }

  #wake(jobs: readonly OutboxJob[]): void {
    const { cell, market, onRelayed } = this.#options;
    const waits = jobs.map(({ startAfter }) => startAfter.getTime() - Date.now());
    const due = waits.filter((ms) => ms <= 0).length;
    const later = waits.filter((ms) => ms > 0);
    if (later.length > 0) cell.wakeIn(market, Math.min(...later));
    if (due === 0) return;
    setTimeout(() => {
      cell.wake(market, due);
      onRelayed(due);
    }, HEAD_START_MS).unref();
  }
}

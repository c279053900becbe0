import { randomUUID } from 'node:crypto';
import { type Database, openDatabase } from '#platform/server/database/database.ts';
import { createControlLeaseStore } from '#platform/server/jobs/cell/control-lease-store.ts';
import { MarketJobs } from '#platform/server/jobs/cell/market-jobs.ts';
import { MarketLeases } from '#platform/server/jobs/cell/market-leases.ts';
import { MarketTimetable } from '#platform/server/jobs/cell/market-timetable.ts';
import type { MarketWork, WithMarket } from '#platform/server/jobs/cell/market-work.ts';
import type { OpenJobs } from '#platform/server/jobs/job-queue.ts';
import { ControlNeighbors } from '#platform/server/markets/control/control-neighbors.ts';
import { DIRECTORY_ROLE } from '#platform/server/markets/control/open-control-directory.ts';
import type { MarketDirectory, MarketEntry } from '#platform/server/markets/market-directory.ts';
import { databasePassword } from '#platform/server/markets/market-keys.ts';
import { withParts } from '#platform/server/markets/market-urls.ts';
import type { Clock } from '#platform/shared/clock.ts';
import { type Markets } from './markets.ts';
import { MarketUnavailableError } from './market-unavailable-error.ts';
import { type Cell, type CellOptions, openCell } from './open-cell.ts';
import type { CellParts } from './open-market.ts';

export type MarketCellsOptions = Omit<CellOptions, 'withMarket' | 'isMine'> & {
  directory: MarketDirectory;
  /** They are opened with what `partsOf` gives them. */
  markets: () => Pick<Markets, 'run'>;
  /** The database of the schema `control`. Its role and password are replaced. */
  controlUrl: string;
  originOf: (entry: MarketEntry) => string;
  clock: Clock;
};

/** How soon a cell that could not be opened is tried again, besides when one of its markets is opened. */
const RETRY_MS = 15_000;

/** The jobs and events of the markets of this process, by their cells, and its leases of their scheduled jobs. */
export class MarketCells {
  readonly leases: MarketLeases;
  readonly timetable: MarketTimetable;
  readonly #options: MarketCellsOptions;
  readonly #control: Database;
  readonly #neighbors: ControlNeighbors;
  /** Those that are open or being opened, by name. */
  readonly #openings = new Map<string, Promise<Cell>>();
  readonly #cells = new Map<string, Cell>();
  readonly #unsubscribe: () => void;
  #retry: NodeJS.Timeout | undefined;
  #isStarted = false;
  #isClosed = false;

  static async open(options: MarketCellsOptions): Promise<MarketCells> {
    const { controlUrl, root, databaseLog: log } = options;
    const password = databasePassword(root, DIRECTORY_ROLE);
    const url = withParts(controlUrl, { role: DIRECTORY_ROLE, password });
    return new MarketCells(options, await openDatabase({ url, dataDir: '', log }));
  }

  private constructor(options: MarketCellsOptions, control: Database) {
    const { clock, log, directory } = options;
    this.#options = options;
    this.#control = control;
    this.#neighbors = new ControlNeighbors({ ...options, pool: control.pool });
    this.leases = new MarketLeases({
      process: randomUUID(),
      store: createControlLeaseStore(control.pool),
      clock,
      log,
      onTaken: () => this.#look(),
    });
    this.timetable = new MarketTimetable({
      leases: this.leases,
      withMarket: this.#withMarket,
      listOpen: () => this.#listOpen(),
      clock,
      log,
    });
    this.#unsubscribe = directory.subscribe(() => this.#isStarted && this.#openCells());
  }

  /** Takes leases and runs jobs from now on. */
  start(): void {
    if (this.#isStarted || this.#isClosed) return;
    this.#isStarted = true;
    this.#openCells();
    this.leases.start();
    this.timetable.start();
  }

  /** Rejects if the cell of the market does not answer. */
  async partsOf(entry: MarketEntry): Promise<CellParts> {
    const { jobs, carrier } = await this.#open(entry);
    const openJobs: OpenJobs = async (services) =>
      new MarketJobs({
        cell: jobs,
        market: entry.number,
        ...services,
        onClose: (work) => this.timetable.close(entry.number, work),
      });
    const neighbors = this.#neighbors.forMarket(entry.number);
    return { carrier: carrier?.forMarket(entry.number) ?? null, openJobs, neighbors };
  }

  /** Before the markets are closed: begins nothing more. */
  drain(): void {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    this.#unsubscribe();
    this.timetable.stop();
    for (const { jobs } of this.#cells.values()) jobs.drain();
  }

  /** After the markets: other processes may take their leases. */
  async close(): Promise<void> {
    this.drain();
    await this.leases.close();
    await Promise.allSettled(this.#openings.values());
    await Promise.all([...this.#cells.values()].map((cell) => cell.close()));
    await this.#control.close();
  }

  readonly #withMarket: WithMarket = async (number, use) => {
    try {
      return await this.#options.markets().run(number, async () => {
        const work = this.#findOpen(number);
        return work === undefined ? null : use(work);
      });
    } catch (error) {
      if (error instanceof MarketUnavailableError) return null;
      throw error;
    }
  };

  #findOpen(number: number): MarketWork | undefined {
    const cell = this.#options.directory.get(number)?.cell;
    return cell === undefined ? undefined : this.#cells.get(cell)?.jobs.open.get(number);
  }

  #listOpen(): ReadonlyMap<number, MarketWork> {
    return new Map([...this.#cells.values()].flatMap(({ jobs }) => [...jobs.open]));
  }

  #look(): void {
    for (const { jobs } of this.#cells.values()) jobs.lookWithin(0);
  }

  /** Also those none of whose markets is open: jobs may wait there. */
  #openCells(): void {
    clearTimeout(this.#retry);
    if (this.#isClosed) return;
    const entries = new Map(this.#options.directory.list().map((entry) => [entry.cell, entry]));
    for (const entry of entries.values())
      this.#open(entry).catch((error: unknown) => {
        this.#options.log.warn({ err: error, cell: entry.cell }, 'a cell could not be opened');
        clearTimeout(this.#retry);
        this.#retry = setTimeout(() => this.#openCells(), RETRY_MS).unref();
      });
  }

  #open(entry: MarketEntry): Promise<Cell> {
    const opening = this.#openings.get(entry.cell) ?? this.#openNew(entry);
    this.#openings.set(entry.cell, opening);
    return opening;
  }

  async #openNew(entry: MarketEntry): Promise<Cell> {
    try {
      const isMine = (number: number) => this.leases.holds(number);
      const cell = await openCell(entry, { ...this.#options, withMarket: this.#withMarket, isMine });
      this.#cells.set(entry.cell, cell);
      if (this.#isClosed) cell.jobs.drain();
      return cell;
    } catch (error) {
      this.#openings.delete(entry.cell);
      throw error;
    }
  }
}

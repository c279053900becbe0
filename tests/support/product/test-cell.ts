import type { Database } from '#platform/server/database/database.ts';
import type { Logger } from '#platform/server/http/create-http-server.ts';
import { type CellJobs, openCellJobs } from '#platform/server/jobs/cell/cell-jobs.ts';
import { MarketJobs } from '#platform/server/jobs/cell/market-jobs.ts';
import { systemClock, type Clock } from '#platform/shared/clock.ts';

export const silentLog = { info() {}, warn() {}, error() {} } as unknown as Logger;

type CellProcessOptions = {
  /** Of the cell's jobs. */
  cell: Database;
  markets: ReadonlyMap<number, Database>;
  /** Declares the jobs of a market that is opened. */
  onOpen: (jobs: MarketJobs, market: number) => Promise<void>;
  isMine?: (market: number) => boolean;
  onClose?: (jobs: MarketJobs, market: number) => Promise<void>;
  clock?: Clock;
  limits?: { running: number; runningOfMarket: number };
};

export type CellProcess = {
  cell: CellJobs;
  open(market: number): Promise<MarketJobs>;
  readonly opened: ReadonlyMap<number, MarketJobs>;
  /** How often markets were opened. */
  openings: number;
  closeMarket(market: number): Promise<void>;
  /** The next opening makes another one. */
  forget(market: number): void;
  close(): Promise<void>;
};

/** One process of a cell without a server: it opens the jobs of a market when they are needed. */
export async function openCellProcess(options: CellProcessOptions): Promise<CellProcess> {
  const { clock = systemClock } = options;
  const opened = new Map<number, MarketJobs>();
  const cell = await openCellJobs({
    database: options.cell,
    log: silentLog,
    withMarket: async (market, use) => use(await process.open(market)),
    isMine: (market) => options.isMine?.(market) ?? true,
    ...(options.limits && { limits: options.limits }),
  });
  const process: CellProcess = {
    cell,
    opened,
    openings: 0,
    async open(market) {
      const known = opened.get(market);
      if (known !== undefined) return known;
      const jobs = new MarketJobs({
        cell,
        market,
        database: options.markets.get(market)!,
        clock,
        log: silentLog,
        onClose: async () => options.onClose?.(jobs, market),
      });
      opened.set(market, jobs);
      process.openings += 1;
      await options.onOpen(jobs, market);
      return jobs;
    },
    forget: (market) => void opened.delete(market),
    async closeMarket(market) {
      await opened.get(market)?.close();
      opened.delete(market);
    },
    async close() {
      cell.drain();
      for (const market of opened.keys()) await process.closeMarket(market);
      await cell.close();
    },
  };
  return process;
}

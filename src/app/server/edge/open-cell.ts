import { type Database, type DatabaseLog, openDatabase } from '#platform/server/database/database.ts';
import { CellCarrier } from '#platform/server/events/cell-carrier.ts';
import type { OpenCarrier } from '#platform/server/events/event-carrier.ts';
import { openPostgresqlCarrier } from '#platform/server/events/postgresql-carrier.ts';
import type { Logger } from '#platform/server/http/create-http-server.ts';
import { type CellJobs, type CellJobsOptions, openCellJobs } from '#platform/server/jobs/cell/cell-jobs.ts';
import { jobsUrl } from '#platform/server/markets/provisioning/ensure-jobs-database.ts';
import type { MarketEntry } from '#platform/server/markets/market-directory.ts';
import { deriveSecrets } from '#platform/server/secrets/secrets.ts';

export type CellOptions = Pick<CellJobsOptions, 'withMarket' | 'isMine'> & {
  /** The secret of the installation. */
  root: string;
  redisUrl: string | undefined;
  /** No other process has a market of the cell: its database is embedded. */
  isAlone: boolean;
  log: Logger;
  databaseLog: DatabaseLog;
};

export type Cell = {
  jobs: CellJobs;
  /** Null: no other process has a market of the cell. */
  carrier: CellCarrier | null;
  close(): Promise<void>;
};

/** Opens what a process has of the cell in which this market lies. Rejects if its database does not answer. */
export async function openCell({ cell, database }: MarketEntry, options: CellOptions): Promise<Cell> {
  const { root, log, databaseLog, isAlone } = options;
  const { url, directUrl } = database;
  const jobsDatabase = await openDatabase({
    url: jobsUrl(url, root),
    ...(directUrl !== undefined && { directUrl: jobsUrl(directUrl, root) }),
    dataDir: '',
    log: databaseLog,
  });
  try {
    const jobs = await openCellJobs({ ...options, database: jobsDatabase, log });
    const carrier = isAlone ? null : new CellCarrier(await selectCarrier(cell, jobsDatabase, options));
    return {
      jobs,
      carrier,
      async close() {
        await jobs.close();
        await carrier?.close();
        await jobsDatabase.close();
      },
    };
  } catch (error) {
    void jobsDatabase.close();
    throw error;
  }
}

/** Redis, in one channel of the cell, or the notifications of its jobs database: they do not cross databases. */
async function selectCarrier(
  cell: string,
  { directUrl }: Database,
  { root, redisUrl, log }: CellOptions,
): Promise<OpenCarrier> {
  if (redisUrl === undefined) return (listener) => openPostgresqlCarrier({ url: directUrl, log }, listener);
  const { openRedisCarrier } = await import('#platform/server/events/redis-carrier.ts');
  const channel = `bookswap:${deriveSecrets(root).derive(`event channel of ${cell}`).slice(0, 16)}`;
  return (listener) => openRedisCarrier({ url: redisUrl, channel, log }, listener);
}

import type { CampusSettings } from '#features/campus/contract.ts';
import { readStoredCampus } from '#features/campus/server/stored-settings.ts';
import { withTimeout } from '#platform/server/concurrency/with-timeout.ts';
import { type Database, openDatabase, type OpenDatabaseOptions } from '#platform/server/database/database.ts';
import type { MarketEntry } from '#platform/server/markets/market-directory.ts';
import { type Config, ConfigError } from '../config.ts';
import { type AppOptions, createApp } from '../create-app.ts';
import type { Hosting } from '../http/open-http.ts';
import type { ProcessServices } from '../process/process-services.ts';
import { QUIET_MS } from '#platform/server/http/close-http.ts';
import { createDataDir } from '../process/create-data-dir.ts';
import type { OpenMarket } from './market-slot.ts';

export type CellParts = Pick<AppOptions, 'carrier' | 'openJobs' | 'neighbors'>;

export type OpenMarketOptions = {
  /** With what the administrators of the campus have changed, once its database is open. Throws ConfigError. */
  configOf: (entry: MarketEntry, campus?: CampusSettings | null) => Config;
  /** Opens the market again, with its new settings. */
  reopen: (entry: MarketEntry) => void;
  hostingOf: (entry: MarketEntry) => Hosting;
  /** A database that is open already, which its opener closes; undefined: the market opens its own. */
  databaseOf: (entry: MarketEntry) => Database | undefined;
  /** What it has of its cell; missing for an installation alone. */
  cellPartsOf?: (entry: MarketEntry) => Promise<CellParts | undefined>;
  /** The same for all markets. */
  app: Omit<AppOptions, 'config' | 'database' | 'market' | 'hosting'>;
  database: Pick<OpenDatabaseOptions, 'log' | 'timeouts'>;
  services: Pick<ProcessServices, 'connections'>;
};

/** A cell that is lost without a sign must not hold up the markets of the others. */
const DATABASE_TIMEOUT_MS = 1_000;

/** Opens the database of a market, and the product on it. Throws if one of them cannot be opened. */
export async function openMarket(
  entry: MarketEntry,
  { configOf, hostingOf, databaseOf, cellPartsOf, reopen, app: appOptions, ...options }: OpenMarketOptions,
): Promise<OpenMarket> {
  const { dataDir } = configOf(entry);
  createDataDir(dataDir);
  const given = databaseOf(entry);
  const database = given ?? (await openOwnDatabase(entry, dataDir, options));
  try {
    const { pages } = appOptions;
    const { settings } = await readStoredCampus(database.orm);
    const config = readCampusConfig(entry, settings, { configOf, log: options.database.log });
    const app = await createApp({
      ...appOptions,
      ...(await cellPartsOf?.(entry)),
      // The process closes them.
      ...(pages && { pages: { ...pages, close: async () => {} } }),
      config,
      database,
      reopen: () => reopen(entry),
      market: entry,
      hosting: hostingOf(entry),
    });
    const { http } = app.context;
    await http.ready();
    return {
      app,
      server: http.server,
      isBusy: () => http.openRequests.size > 0 || app.live.connections() > 0,
      quiet: (limitMs) => http.openRequests.settled(QUIET_MS, limitMs),
      drain: () => app.drain(),
      close: async () => {
        await app.close();
        if (given === undefined) await database.close();
      },
    };
  } catch (error) {
    if (given === undefined) await database.close();
    throw error;
  }
}

/** What its administrators have chosen does not keep a campus closed: nobody could change it then. */
function readCampusConfig(
  entry: MarketEntry,
  settings: CampusSettings | null,
  { configOf, log }: Pick<OpenMarketOptions, 'configOf'> & Pick<OpenMarketOptions['database'], 'log'>,
): Config {
  try {
    return configOf(entry, settings);
  } catch (error) {
    if (settings === null || !(error instanceof ConfigError)) throw error;
    log.error(
      { err: error, market: entry.name },
      'a campus is opened without the settings of its administrators',
    );
    return configOf(entry);
  }
}

async function openOwnDatabase(
  entry: MarketEntry,
  dataDir: string,
  { database: options, services }: Pick<OpenMarketOptions, 'database' | 'services'>,
): Promise<Database> {
  const connections = services.connections.openMarket(entry.number);
  const database = await openDatabase({ ...options, ...entry.database, dataDir, connections });
  try {
    await withTimeout(database.ping(), DATABASE_TIMEOUT_MS);
    return database;
  } catch (error) {
    void database.close();
    throw error;
  }
}

import { type Database, openDatabase } from '#platform/server/database/database.ts';
import type { ObjectStorage } from '#platform/server/storage/object-storage.ts';
import { dataDirOf } from '../../server/edge/market-config.ts';
import { openStorage } from '../../server/storage/open-storage.ts';
import { commandLog } from '../open-configured-database.ts';
import type { Deployment } from './deployment.ts';
import { readEntry } from './market-rows.ts';

/** Opens the database of a market, as its role and past any pooler. */
export async function withMarketDatabase<T>(
  deployment: Deployment,
  number: number,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const { url, directUrl } = (await readEntry(deployment, number)).database;
  const database = await openDatabase({ url: directUrl ?? url, dataDir: '', log: commandLog });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

type MarketFiles = {
  /** Where the files of the market are that are not in a bucket. */
  directory: string;
  /** Its photos. */
  open(): Promise<ObjectStorage>;
};

/** Market 1 keeps DATA_DIR and the whole bucket. */
export function filesOf({ config }: Pick<Deployment, 'config'>, number: number): MarketFiles {
  const directory = dataDirOf(number, config);
  return {
    directory,
    open: () => openStorage({ s3: config.s3, dataDir: directory }, undefined, number),
  };
}

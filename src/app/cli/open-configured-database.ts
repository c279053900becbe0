import { resolve } from 'node:path';
import { openDatabase, type Database } from '#platform/server/database/database.ts';
import { findRunningDatabaseUrl, hasEmbeddedDatabase } from '#platform/server/database/embedded-database.ts';
import type { Config } from '../server/config.ts';

export const commandLog = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: (details: object, text?: string) => console.error(text ?? '', details),
};

/** There is no database, or none that BookSwap has started with. The message is for the operator. */
export class MissingDatabaseError extends Error {
  override readonly name = 'MissingDatabaseError';
}

type Location = Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseDirectUrl'>;

const WAY_OUT = 'Set DATA_DIR, or DATABASE_URL, to what BookSwap runs with, or start BookSwap once.';

/**
 * The configured database, past a pooler: a running embedded one by its socket, otherwise a started one. Throws
 * MissingDatabaseError instead of creating an embedded one, unless `create`.
 */
export async function openConfiguredDatabase(
  { dataDir, databaseUrl, databaseDirectUrl: directUrl }: Location,
  { create = false } = {},
): Promise<Database> {
  const log = commandLog;
  const runningUrl = directUrl ?? databaseUrl ?? findRunningDatabaseUrl(dataDir);
  if (runningUrl === undefined) {
    if (!create && !hasEmbeddedDatabase(dataDir))
      throw new MissingDatabaseError(`There is no database in ${resolve(dataDir)}. ${WAY_OUT}`);
    return openDatabase({ dataDir, log });
  }
  const running = await openDatabase({ url: runningUrl, dataDir, log });
  try {
    await running.ping();
    return running;
  } catch (error) {
    await running.close();
    if (databaseUrl !== undefined) throw error;
    // A killed process has left the socket.
    return openDatabase({ dataDir, log });
  }
}

/** Throws MissingDatabaseError for a database without the tables of the product. */
export async function requireTables(
  { pool }: Pick<Database, 'pool'>,
  { dataDir, databaseUrl }: Pick<Location, 'dataDir' | 'databaseUrl'>,
): Promise<void> {
  const { rows } = await pool.query<{ it: string | null }>(
    `SELECT to_regclass('installation_state')::text AS it`,
  );
  if (rows[0]!.it !== null) return;
  const which =
    databaseUrl === undefined ? `The database in ${resolve(dataDir)}` : 'The database of DATABASE_URL';
  throw new MissingDatabaseError(`${which} is empty. ${WAY_OUT}`);
}

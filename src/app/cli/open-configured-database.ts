import { openDatabase, type Database } from '#platform/server/database/database.ts';
import { findRunningDatabaseUrl } from '#platform/server/database/embedded-database.ts';
import type { Config } from '../server/config.ts';

export const commandLog = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: (details: object, text?: string) => console.error(text ?? '', details),
};

/** The configured database, past a pooler: a running embedded one by its socket, otherwise a started one. */
export async function openConfiguredDatabase({
  dataDir,
  databaseUrl,
  databaseDirectUrl: directUrl,
}: Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseDirectUrl'>): Promise<Database> {
  const log = commandLog;
  const runningUrl = directUrl ?? databaseUrl ?? findRunningDatabaseUrl(dataDir);
  if (runningUrl === undefined) return openDatabase({ dataDir, log });
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

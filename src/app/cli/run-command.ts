import { constants } from 'node:os';
import { BackupError } from '#platform/server/backup/archive-format.ts';
import { DatabaseInUseError, DatabaseStartError } from '#platform/server/database/database.ts';
import { EarlierMigrationsError } from '#platform/server/database/migrations/applied-migrations.ts';
import { StorageUnavailableError } from '#platform/server/storage/object-storage.ts';
import { ConfigError } from '../server/config.ts';
import { MarketError } from './markets/market-error.ts';
import { MissingDatabaseError } from './open-configured-database.ts';

const expectedErrors = [
  ConfigError,
  MarketError,
  MissingDatabaseError,
  DatabaseInUseError,
  DatabaseStartError,
  EarlierMigrationsError,
  BackupError,
  StorageUnavailableError,
];

/** A signal of the operator or the machine. Programs that it ends exit with 128 and its number. */
class InterruptedError extends Error {
  readonly exitCode: number;

  constructor(name: 'SIGHUP' | 'SIGINT' | 'SIGTERM') {
    super(`Interrupted (${name}).`);
    this.exitCode = 128 + constants.signals[name];
  }
}

export async function runCommand(run: (args: string[]) => Promise<number>): Promise<void> {
  try {
    process.exitCode = await run(process.argv.slice(2));
  } catch (error) {
    if (error instanceof InterruptedError) {
      console.error(error.message);
      process.exitCode = error.exitCode;
      return;
    }
    if (!expectedErrors.some((expected) => error instanceof expected)) throw error;
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}

/** The first signal aborts instead of ending the process. Ctrl-C reaches a command twice, also from npm. */
export function abortOnSignals(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const)
    process.on(name, () => controller.abort(new InterruptedError(name)));
  return controller.signal;
}

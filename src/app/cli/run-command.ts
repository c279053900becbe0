import { BackupError } from '#platform/server/backup/archive-format.ts';
import { DatabaseInUseError, DatabaseStartError } from '#platform/server/database/database.ts';
import { StorageUnavailableError } from '#platform/server/storage/object-storage.ts';
import { ConfigError } from '../server/config.ts';

const expectedErrors = [
  ConfigError,
  DatabaseInUseError,
  DatabaseStartError,
  BackupError,
  StorageUnavailableError,
];

/** Runs a command with the arguments of the process. `run` returns the exit code. */
export async function runCommand(run: (args: string[]) => Promise<number>): Promise<void> {
  try {
    process.exitCode = await run(process.argv.slice(2));
  } catch (error) {
    if (!expectedErrors.some((expected) => error instanceof expected)) throw error;
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}

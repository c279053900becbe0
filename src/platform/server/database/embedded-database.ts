import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { EmbeddedPostgresql } from '#packages/embedded-postgresql/embedded-postgresql.ts';
import { DirectoryInUseError, EmbeddedPostgresqlError } from '#packages/embedded-postgresql/errors.ts';
import { findSocketDirectory } from '#packages/embedded-postgresql/socket-path.ts';
import type { DatabaseLog } from './database-log.ts';

/** Another process has the database open. The server ends with this exit code (EX_CANTCREAT of sysexits.h). */
export class DatabaseInUseError extends Error {
  readonly exitCode = 73;
  constructor({ directory, ownerPid }: DirectoryInUseError) {
    super(
      `Another BookSwap process${ownerPid === undefined ? '' : ` (process ${ownerPid})`} has the database in ${directory} open. ` +
        'Stop it first, or give this one a directory of its own; several processes need PostgreSQL (DATABASE_URL).',
    );
    this.name = 'DatabaseInUseError';
  }
}

/** The embedded database cannot be started. The message is for the operator. */
export class DatabaseStartError extends Error {
  override readonly name = 'DatabaseStartError';
}

const directoryIn = (dataDir: string) => path.resolve(dataDir, 'database');

/** Starts PostgreSQL in `dataDir/database`. Throws DatabaseInUseError or DatabaseStartError. */
export async function startEmbeddedDatabase(
  dataDir: string,
  { log, lockTimeoutMs }: { log: DatabaseLog; lockTimeoutMs: number },
): Promise<EmbeddedPostgresql> {
  const directory = directoryIn(dataDir);
  throwIfFormerEngine(directory);
  try {
    return await EmbeddedPostgresql.start({
      directory,
      log,
      accountNames: ['bookswap', 'nobody'],
      copyProgramsTo: ['/var/lib/bookswap', path.join(os.tmpdir(), 'bookswap-programs')],
      lockTimeoutMs,
    });
  } catch (error) {
    if (error instanceof DirectoryInUseError) throw new DatabaseInUseError(error);
    if (!(error instanceof EmbeddedPostgresqlError)) throw error;
    const wayOut =
      error.reason === 'unsupported-machine'
        ? '\nOr use a PostgreSQL server (15 or newer): set DATABASE_URL to its address.'
        : error.reason === 'incompatible-version'
          ? ' docs/operations.md describes how.'
          : '';
    throw new DatabaseStartError(error.message + wayOut, { cause: error });
  }
}

/** The connection string of an embedded database that another process runs; undefined when there is none. */
export function findRunningDatabaseUrl(dataDir: string): string | undefined {
  const directory = findSocketDirectory(directoryIn(dataDir));
  return directory && socketUrl(directory);
}

/** A connection string for a server's socket. */
export const socketUrl = (socketDirectory: string, database = 'postgres'): string =>
  `postgres://postgres@localhost/${database}?host=${encodeURIComponent(socketDirectory)}`;

/** The first versions kept their data here, in a PostgreSQL compiled to WebAssembly. */
function throwIfFormerEngine(directory: string): void {
  if (!fs.existsSync(path.join(directory, 'cluster'))) return;
  throw new DatabaseStartError(
    `${directory} holds a database of an early trial version, which this version cannot read. Nothing was changed. ` +
      'Set DATA_DIR to another directory, or remove this one to begin with an empty database.',
  );
}

import { existsSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import pg from 'pg';
import { EmbeddedPostgresql } from '#packages/embedded-postgresql/embedded-postgresql.ts';
import {
  DirectoryInUseError,
  EmbeddedPostgresqlError,
  type EmbeddedPostgresqlErrorReason,
} from '#packages/embedded-postgresql/errors.ts';
import { findSocketDirectory } from '#packages/embedded-postgresql/socket-path.ts';
import type { DatabaseLog } from './database-log.ts';

/** Another process has the database open; the server ends with this exit code (EX_CANTCREAT of sysexits.h). */
export class DatabaseInUseError extends Error {
  readonly exitCode = 73;
  constructor({ directory, ownerPid }: DirectoryInUseError) {
    super(
      `Another BookSwap process${ownerPid === undefined ? '' : ` (process ${ownerPid})`} has the database in ${directory} open. ` +
        'Stop it first, or give this one another directory; several processes need PostgreSQL (DATABASE_URL).',
    );
    this.name = 'DatabaseInUseError';
  }
}

/** The embedded database cannot be started. The message is for the operator. */
export class DatabaseStartError extends Error {
  override readonly name = 'DatabaseStartError';
}

const ROLE = 'bookswap';

export const temporaryProgramsDirectory = path.join(os.tmpdir(), 'bookswap-programs');

const directoryIn = (dataDir: string) => path.resolve(dataDir, 'database');

export async function startEmbeddedDatabase(
  dataDir: string,
  { log, lockTimeoutMs }: { log: DatabaseLog; lockTimeoutMs: number },
): Promise<EmbeddedPostgresql> {
  const directory = directoryIn(dataDir);
  try {
    const server = await EmbeddedPostgresql.start({
      directory,
      log,
      accountNames: ['bookswap', 'nobody'],
      copyProgramsTo: ['/var/lib/bookswap', temporaryProgramsDirectory],
      lockTimeoutMs,
    });
    try {
      await createOwnDatabase(server);
    } catch (error) {
      await server.stop();
      throw error;
    }
    return server;
  } catch (error) {
    throw toDatabaseError(error);
  }
}

/** The product is no superuser: with those rights a statement can run programs. */
async function createOwnDatabase({ socketDirectory }: EmbeddedPostgresql): Promise<void> {
  const superuser = new pg.Client({ connectionString: socketUrl(socketDirectory, 'postgres'), ssl: false });
  await superuser.connect();
  try {
    const { rowCount } = await superuser.query('SELECT FROM pg_database WHERE datname = $1', [ROLE]);
    if (rowCount !== 0) return;
    const roles = await superuser.query('SELECT FROM pg_roles WHERE rolname = $1', [ROLE]);
    if (roles.rowCount === 0) await superuser.query(`CREATE ROLE ${ROLE} LOGIN`);
    await superuser.query(`CREATE DATABASE ${ROLE} OWNER ${ROLE}`);
  } finally {
    await superuser.end();
  }
}

const wayOut: Partial<Record<EmbeddedPostgresqlErrorReason, string>> = {
  'unsupported-machine': '\nOr use a PostgreSQL server (15 or newer): set DATABASE_URL to its address.',
  'incompatible-version': ' docs/operations.md describes how.',
};

export function toDatabaseError(error: unknown): unknown {
  if (error instanceof DirectoryInUseError) return new DatabaseInUseError(error);
  if (!(error instanceof EmbeddedPostgresqlError)) return error;
  return new DatabaseStartError(error.message + (wayOut[error.reason] ?? ''), { cause: error });
}

/** The connection string of an embedded database that another process runs; undefined when there is none. */
/** Whether an embedded database was ever created in `dataDir`. */
export const hasEmbeddedDatabase = (dataDir: string): boolean => existsSync(directoryIn(dataDir));

export function findRunningDatabaseUrl(dataDir: string): string | undefined {
  const directory = findSocketDirectory(directoryIn(dataDir));
  return directory && socketUrl(directory);
}

export const socketUrl = (socketDirectory: string, role = ROLE): string =>
  `postgres://${role}@localhost:5432/${role}?host=${encodeURIComponent(socketDirectory)}`;

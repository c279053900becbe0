import * as fs from 'node:fs';
import * as path from 'node:path';
import { DirectoryInUseError, EmbeddedPostgresqlError } from './errors.ts';

const DISK_FULL = /No space left on device|wrote only \d+ of \d+|database or disk is full|ENOSPC/;
const SHARED_MEMORY = /shared memory|semaphore/i;
const DAMAGE =
  /pg_control|checksum|invalid page|invalid checkpoint|could not locate a valid checkpoint|No such file or directory/i;
const PERMISSION = /Permission denied|wrong ownership|invalid permissions/i;

/** The cause of a failure before the server was started, as a message for the operator if that can help. */
export function toStartError(error: unknown, directory: string): unknown {
  if (error instanceof EmbeddedPostgresqlError || error instanceof DirectoryInUseError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  const cause = { cause: error };
  if (DISK_FULL.test(`${code} ${message}`)) return diskFull(directory, message, cause);
  if (
    /EACCES|EPERM|EROFS|ELOOP|ENOTDIR|EEXIST|ENOENT/.test(code ?? '') ||
    /unable to open database file|readonly database/.test(message)
  )
    return new EmbeddedPostgresqlError(
      'permission-denied',
      `The database directory ${directory} cannot be used: it belongs to another user, or cannot be written. ` +
        `Start as the user it belongs to, or choose another directory.\n${message}`,
      cause,
    );
  return error;
}

/** Why the server ended before it accepted connections, from its logged failures. */
export function toLaunchError(
  cluster: string,
  failures: string,
  exitCode: number | null,
): EmbeddedPostgresqlError {
  const details = failures || `It ended with exit code ${exitCode} and without a message.`;
  if (DISK_FULL.test(details) && !SHARED_MEMORY.test(details)) return diskFull(cluster, details);
  if (PERMISSION.test(details))
    return new EmbeddedPostgresqlError(
      'permission-denied',
      `The database in ${cluster} cannot start, because its files belong to another user or have other permissions than ` +
        `PostgreSQL requires (0700). To give them to the owner of the directory above: ${repairCommand(cluster)}\n${details}`,
    );
  if (DAMAGE.test(details))
    return new EmbeddedPostgresqlError(
      'damaged-cluster',
      `The database in ${cluster} cannot start, because its files are damaged. Keep a copy of the directory, then restore it from a backup.\n${details}`,
    );
  return new EmbeddedPostgresqlError('start-failed', `The database in ${cluster} cannot start:\n${details}`);
}

function repairCommand(cluster: string): string {
  const { uid, gid } = fs.statSync(path.dirname(cluster));
  return `chown -R ${uid}:${gid} '${cluster}' && chmod 700 '${cluster}'`;
}

function diskFull(directory: string, details: string, options?: ErrorOptions): EmbeddedPostgresqlError {
  return new EmbeddedPostgresqlError(
    'disk-full',
    `The disk is full: the database in ${directory} cannot start. Nothing is lost. Make room and start again.\n${details}`,
    options,
  );
}

import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { EmbeddedPostgresqlError } from './errors.ts';
import { startGuardedProcess } from './guarded-process.ts';
import type { PostgresqlPrograms } from './postgresql-programs.ts';
import { runAsAccount, type ServerAccount } from './server-account.ts';

const UNFINISHED_PREFIX = 'postgresql-unfinished-';
const STOP_TIMEOUT_MS = 2_000;

/** As seen by a program that runs in it: its account may not reach an absolute path, as below the home of root. */
export const dataDirectoryArgument = (cluster: string): string =>
  process.platform === 'linux' ? '/proc/self/cwd' : cluster;

type CreateClusterOptions = {
  /** The parent of the cluster; belongs to the account. */
  directory: string;
  cluster: string;
  programs: PostgresqlPrograms;
  account: ServerAccount | undefined;
  /** False: nothing waits for the disk, for tests. */
  isDurable: boolean;
};

/**
 * Creates an empty cluster beside its place and renames it, so that one which was cut off is never taken for
 * a cluster. Its superuser is `postgres`; connections over its socket are trusted, all others refused. Text
 * is UTF-8, sorted by code point; upper and lower case follow Unicode. Throws EmbeddedPostgresqlError.
 */
export async function createCluster(options: CreateClusterOptions): Promise<void> {
  const { directory, cluster, account, isDurable } = options;
  const name = `${UNFINISHED_PREFIX}${randomUUID()}`;
  const inDirectory = { cwd: directory, args: [name, path.basename(cluster)] };
  runAsAccount(account, `rm -rf ${UNFINISHED_PREFIX}* 2>/dev/null; mkdir -m 700 "$1"`, inDirectory);
  try {
    await runInitdb(path.join(directory, name), options);
    runAsAccount(account, 'mv "$1" "$2"', inDirectory);
  } catch (error) {
    runAsAccount(account, 'rm -rf "$1"', inDirectory);
    throw error;
  }
  if (isDurable) syncDirectory(directory);
}

async function runInitdb(cluster: string, { programs, account, isDurable }: CreateClusterOptions) {
  let output = '';
  const initdb = startGuardedProcess({
    command: path.join(programs.binDirectory, 'initdb'),
    args: [
      `--pgdata=${dataDirectoryArgument(cluster)}`,
      '--username=postgres',
      '--auth-local=trust',
      '--auth-host=reject',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--data-checksums',
      '--no-instructions',
      '--set=dynamic_shared_memory_type=mmap',
      ...(isDurable ? [] : ['--no-sync']),
    ],
    cwd: cluster,
    account,
    stopSignal: 'INT',
    stopTimeoutMs: STOP_TIMEOUT_MS,
    onOutput: (chunk) => (output += chunk),
  });
  const code = await initdb.ended;
  if (code === 0) return;
  const errors = output.split('\n').filter((line) => /error|FATAL|PANIC|could not/i.test(line));
  const details = errors.join('\n') || output.trim() || `initdb ended with ${code}`;
  if (/could not look up effective user ID/.test(details))
    throw new EmbeddedPostgresqlError(
      'unsupported-machine',
      `User ${account?.uid ?? process.getuid?.()} has no name on this machine, which PostgreSQL requires to create a database. ` +
        'Add it to /etc/passwd, or start as a user that has one.',
    );
  if (/No space left on device|wrote only \d+ of \d+/.test(details))
    throw new EmbeddedPostgresqlError(
      'disk-full',
      `The disk is full: PostgreSQL cannot create its files in ${path.dirname(cluster)}.`,
    );
  throw new EmbeddedPostgresqlError(
    'unsupported-machine',
    `PostgreSQL cannot create its files in ${path.dirname(cluster)}:\n${details}`,
  );
}

function syncDirectory(directory: string): void {
  const handle = fs.openSync(directory, 'r');
  try {
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
}

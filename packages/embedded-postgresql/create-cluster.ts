import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { EmbeddedPostgresqlError } from './errors.ts';
import type { PostgresqlPrograms } from './postgresql-programs.ts';
import type { ServerAccount } from './server-account.ts';

const UNFINISHED_PREFIX = 'postgresql-unfinished-';

/**
 * The data directory, for a program that runs in it. The account of the server may not be able to reach an absolute path,
 * as below the home of root.
 */
export const dataDirectoryArgument = (cluster: string): string =>
  process.platform === 'linux' ? '/proc/self/cwd' : cluster;

export type CreateClusterOptions = {
  /** The parent of the cluster, on the same file system. */
  directory: string;
  cluster: string;
  programs: PostgresqlPrograms;
  account: ServerAccount | undefined;
  /** False: nothing waits for the disk, for tests. */
  isDurable: boolean;
};

/**
 * Creates an empty cluster beside its place and renames it, so that one which was cut off is never taken for a cluster.
 * Its superuser is `postgres`; connections over its socket are trusted, all others refused. Text is UTF-8, sorted by code
 * point; upper and lower case follow Unicode. Throws EmbeddedPostgresqlError.
 */
export async function createCluster(options: CreateClusterOptions): Promise<void> {
  const { directory, cluster, account, isDurable } = options;
  for (const name of fs.readdirSync(directory))
    if (name.startsWith(UNFINISHED_PREFIX))
      fs.rmSync(path.join(directory, name), { recursive: true, force: true });
  const unfinished = fs.mkdtempSync(path.join(directory, UNFINISHED_PREFIX));
  if (account) fs.chownSync(unfinished, account.uid, account.gid);
  try {
    await runInitdb(unfinished, options);
    fs.renameSync(unfinished, cluster);
    if (isDurable) syncDirectory(directory);
  } catch (error) {
    fs.rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
}

async function runInitdb(
  cluster: string,
  { programs, account, isDurable }: CreateClusterOptions,
): Promise<void> {
  const child = spawn(
    path.join(programs.binDirectory, 'initdb'),
    [
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
    {
      cwd: cluster,
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...account,
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  const failure = await new Promise<string | undefined>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) =>
      resolve(code === 0 ? undefined : `initdb ended with ${signal ?? code}`),
    );
  });
  if (failure === undefined) return;
  const errors = output.split('\n').filter((line) => /error|FATAL|PANIC|could not/i.test(line));
  const details = errors.join('\n') || failure;
  if (/No space left/i.test(details))
    throw new EmbeddedPostgresqlError(
      'disk-full',
      `The disk is full: PostgreSQL cannot create its files in ${cluster}.`,
    );
  throw new EmbeddedPostgresqlError(
    'unsupported-machine',
    `PostgreSQL cannot create its files in ${cluster}:\n${details}`,
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

/** An external PostgreSQL for tests: a new cluster from the installed packages, in a temporary directory. */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { createServerHome, startTemporaryServer, type TemporaryServer } from './temporary-server.ts';

export interface PostgresCluster {
  /** Connection string of the database `postgres`, as superuser, over 127.0.0.1. */
  url: string;
  /** The same server, another database. */
  urlOf(database: string): string;
  /** Directory of the Unix socket; with it `pg` connects by `{host: socketDirectory, port}`. */
  socketDirectory: string;
  port: number;
  /** Shuts down fast, then deletes the directory. */
  stop(): Promise<void>;
}

interface PostgresOptions {
  /** Keep fsync on, as in production. Default: off, three times as fast. */
  durable?: boolean;
  /** Further server settings, by their PostgreSQL names. */
  settings?: Record<string, string>;
}

const START_MS = 30_000;

/** The directory with the server's binaries (`initdb`, `postgres`), newest version first, or undefined. */
export function findPostgres(): string | undefined {
  const root = '/usr/lib/postgresql';
  const packaged = existsSync(root)
    ? readdirSync(root)
        .filter((version) => Number(version) >= 15)
        .sort((one, other) => Number(other) - Number(one))
        .map((version) => join(root, version, 'bin'))
    : [];
  const onPath = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return [...packaged, ...onPath].find(
    (directory) => existsSync(join(directory, 'initdb')) && existsSync(join(directory, 'postgres')),
  );
}

/**
 * Starts a cluster. Throws if the binaries are missing (check `findPostgres` first) or the server does not
 * start.
 */
export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresCluster> {
  const binaries = findPostgres();
  if (!binaries) throw new Error('No PostgreSQL binaries found: apt-get install postgresql');
  // PostgreSQL refuses to run as root.
  const home = await createServerHome('bookswap-pg-', ['postgres', 'nobody']);
  const { directory, account } = home;
  const data = join(directory, 'data');
  await promisify(execFile)(
    join(binaries, 'initdb'),
    [
      '--pgdata',
      data,
      '--username',
      'postgres',
      '--auth',
      'trust',
      '--encoding',
      'UTF8',
      '--locale',
      'C',
      '--no-sync',
    ],
    { cwd: directory, env: { PATH: process.env.PATH, HOME: directory, LC_ALL: 'C' }, ...account },
  );
  const settings: Record<string, string> = {
    max_connections: '200',
    shared_buffers: '128MB',
    max_wal_size: '512MB',
    timezone: 'UTC',
    ...(options.durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...options.settings,
  };
  const port = await freePort();
  const server = startTemporaryServer(home, {
    command: join(binaries, 'postgres'),
    args: [
      '-D',
      data,
      '-p',
      String(port),
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      `unix_socket_directories=${directory}`,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    stopSignal: 'INT', // fast: rolls back open transactions and writes a checkpoint
  });
  const urlOf = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;
  try {
    await waitUntilReady(urlOf('postgres'), server);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { url: urlOf('postgres'), urlOf, socketDirectory: directory, port, stop: () => server.stop() };
}

async function waitUntilReady(url: string, server: TemporaryServer): Promise<void> {
  const deadline = performance.now() + START_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('select 1');
      return;
    } catch (error) {
      if (server.hasEnded || performance.now() > deadline) {
        throw new Error(`PostgreSQL did not start\n${server.output()}`, { cause: error });
      }
      await delay(50);
    } finally {
      await client.end().catch(() => {});
    }
  }
}

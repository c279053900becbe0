/** An external PostgreSQL for tests: a new cluster from the installed packages, in a temporary directory. */
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { PostgresNode } from '../postgresql/postgres-node.ts';

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
 * start. The node can also be killed, restarted, copied to a replica and promoted.
 */
export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresNode> {
  const binaries = findPostgres();
  if (!binaries) throw new Error('No PostgreSQL binaries found: apt-get install postgresql');
  return PostgresNode.create(binaries, {
    ...(options.durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...options.settings,
  });
}

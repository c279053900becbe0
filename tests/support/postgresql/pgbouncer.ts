/** PgBouncer for tests, in transaction mode; it ends with the process that started it. */
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findOnPath } from './find-on-path.ts';
import { waitForPort } from './wait-for-port.ts';
import { freePort } from '../server/free-port.ts';
import { createServerHome, startTemporaryServer } from '../server/temporary-server.ts';

type PgBouncer = {
  port: number;
  /** Of a database behind it, as superuser. */
  urlOf(database: string): string;
  stop(): Promise<void>;
};

/** The path of `pgbouncer`, or undefined. */
export const findPgBouncer = (): string | undefined => findOnPath('pgbouncer');

/**
 * Starts it in front of the server on this port of 127.0.0.1, with at most `poolSize` connections to each
 * database. Throws if the binary is missing or the server does not start.
 */
export async function startPgBouncer({
  serverPort,
  poolSize = 2,
  asOwnRoles = false,
}: {
  serverPort: number;
  poolSize?: number;
  /** Clients connect as their own roles with their passwords; by default all as the superuser. */
  asOwnRoles?: boolean;
}): Promise<PgBouncer> {
  const binary = findPgBouncer();
  if (!binary) throw new Error('No PgBouncer found: apt-get install pgbouncer');
  const home = await createServerHome('bookswap-pgbouncer-', ['postgres', 'nobody']);
  const port = await freePort();
  const file = join(home.directory, 'pgbouncer.ini');
  const users = join(home.directory, 'users.txt');
  await writeFile(users, '"postgres" ""\n', { mode: 0o644 });
  // The settings of docs/operations.md, apart from the authentication.
  await writeFile(
    file,
    `[databases]
* = host=127.0.0.1 port=${serverPort}${asOwnRoles ? '' : ' user=postgres'}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
${asOwnRoles ? ownRoles(users) : 'auth_type = any'}
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 200
server_login_retry = 1
query_wait_timeout = 5
`,
  );
  await chmod(file, 0o644);
  const server = startTemporaryServer(home, { command: binary, args: [file], stopSignal: 'INT' });
  try {
    await waitForPort(port);
  } catch (error) {
    await server.stop();
    throw new Error(`PgBouncer did not start\n${server.output()}`, { cause: error });
  }
  return {
    port,
    urlOf: (database) => `postgres://postgres@127.0.0.1:${port}/${database}`,
    stop: () => server.stop(),
  };
}

/** The verifier of a role is read from its server, so that a new one needs no other file. */
const ownRoles = (users: string) => `auth_type = scram-sha-256
auth_file = ${users}
auth_user = postgres
auth_query = SELECT usename, passwd FROM pg_shadow WHERE usename = $1`;

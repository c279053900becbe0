/** HAProxy for tests, in front of a primary and its replicas; it ends with the process that started it. */
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { findOnPath } from './find-on-path.ts';
import { waitForPort } from './wait-for-port.ts';
import { freePort } from '../server/free-port.ts';
import { createServerHome, startTemporaryServer } from '../server/temporary-server.ts';

type Haproxy = {
  port: number;
  /** Of a database of the server that is the primary. */
  urlOf(database: string): string;
  stop(): Promise<void>;
};

/** The path of `haproxy`, or undefined. */
export const findHaproxy = (): string | undefined => findOnPath('haproxy');

/**
 * Passes connections on to the one of these servers that is not in recovery, and ends those to a server that
 * is lost. Throws if the binary is missing or the server does not start.
 */
export async function startHaproxy(serverPorts: readonly number[]): Promise<Haproxy> {
  const port = await freePort();
  const { stop } = await runHaproxy(configuration(port, serverPorts), port);
  await waitForChecks(port, serverPorts.length);
  return { port, urlOf: (database) => `postgres://postgres@127.0.0.1:${port}/${database}`, stop };
}

const CHECKS_MS = 10_000;

/**
 * HAProxy passes connections on to every server in turn until it has checked them. Resolves when as many
 * connections in a row as two rounds have reached the primary.
 */
async function waitForChecks(port: number, servers: number): Promise<void> {
  const deadline = performance.now() + CHECKS_MS;
  for (let reached = 0; reached < 2 * servers;) {
    if (performance.now() > deadline) throw new Error('HAProxy found no primary');
    reached = (await isPrimaryBehind(port)) ? reached + 1 : 0;
    if (reached === 0) await delay(50);
  }
}

async function isPrimaryBehind(port: number): Promise<boolean> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ replica: boolean }>('SELECT pg_is_in_recovery() AS replica');
    return rows[0]?.replica === false;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Runs HAProxy until `port` accepts connections. Throws if the binary is missing or it does not start. */
export async function runHaproxy(text: string, port: number): Promise<{ stop: () => Promise<void> }> {
  const binary = findHaproxy();
  if (!binary) throw new Error('No HAProxy found: apt-get install haproxy');
  const home = await createServerHome('bookswap-haproxy-', ['haproxy', 'nobody']);
  const file = join(home.directory, 'haproxy.cfg');
  await writeFile(file, text);
  await chmod(file, 0o644);
  const server = startTemporaryServer(home, {
    command: binary,
    args: ['-db', '-f', file],
    stopSignal: 'TERM',
  });
  try {
    await waitForPort(port);
  } catch (error) {
    await server.stop();
    throw new Error(`HAProxy did not start\n${server.output()}`, { cause: error });
  }
  return { stop: () => server.stop() };
}

const packet = (type: string, body: Buffer) => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type, 'latin1'), length, body]).toString('hex');
};
const VERSION_3 = '\0\x03\0\0';
const startup = packet('', Buffer.from(`${VERSION_3}user\0postgres\0database\0postgres\0\0`, 'latin1'));
const question = packet('Q', Buffer.from('SELECT pg_is_in_recovery()\0'));
const readyForQuery = packet('Z', Buffer.from('I'));
/** One row with one column, `f`. */
const isPrimary = packet('D', Buffer.from('\0\x01\0\0\0\x01f', 'latin1'));

/** The check of docs/operations.md asks Patroni; this one asks PostgreSQL, in the bytes of its protocol. */
const configuration = (port: number, serverPorts: readonly number[]) => `
defaults
  mode tcp
  retries 1
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 1s
listen primary
  bind 127.0.0.1:${port}
  option tcp-check
  tcp-check connect
  tcp-check send-binary ${startup}
  tcp-check expect binary ${readyForQuery}
  tcp-check send-binary ${question}
  tcp-check expect binary ${isPrimary}
  tcp-check send-binary ${packet('X', Buffer.alloc(0))}
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${serverPorts.map((server, index) => `  server node${index} 127.0.0.1:${server} check`).join('\n')}
`;

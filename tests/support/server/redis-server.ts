/** A Redis for tests, in memory only; it ends with the process that started it. */
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { createServerHome, startTemporaryServer } from './temporary-server.ts';

interface RedisServer {
  url: string;
  port: number;
  stop(): Promise<void>;
}

const START_MS = 30_000;

/** The path of `redis-server` (or `valkey-server`), or undefined. */
export function findRedis(): string | undefined {
  const directories = [
    ...(process.env.PATH ?? '').split(delimiter).filter(Boolean),
    '/usr/bin',
    '/usr/local/bin',
  ];
  return directories
    .flatMap((directory) => [join(directory, 'redis-server'), join(directory, 'valkey-server')])
    .find((path) => existsSync(path));
}

/**
 * Starts a server on 127.0.0.1, on a free port unless given. Throws if the binary is missing or the server
 * does not start.
 */
export async function startRedis(samePort?: number): Promise<RedisServer> {
  const binary = findRedis();
  if (!binary) throw new Error('No Redis found: apt-get install redis-server');
  const home = await createServerHome('bookswap-redis-', ['redis', 'nobody']);
  const port = samePort ?? (await freePort());
  const server = startTemporaryServer(home, {
    command: binary,
    args: [
      '--bind',
      '127.0.0.1',
      '--port',
      String(port),
      '--save',
      '',
      '--appendonly',
      'no',
      '--dir',
      home.directory,
    ],
    stopSignal: 'TERM',
  });
  const deadline = performance.now() + START_MS;
  while (!(await answersPing(port))) {
    if (server.hasEnded || performance.now() > deadline) {
      await server.stop();
      throw new Error(`Redis did not start on port ${port}`);
    }
    await delay(20);
  }
  return { url: `redis://127.0.0.1:${port}`, port, stop: () => server.stop() };
}

function answersPing(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    const answer = (value: boolean) => {
      socket.destroy();
      resolve(value);
    };
    socket.setTimeout(1000, () => answer(false));
    socket.once('data', (data) => answer(data.toString('latin1').startsWith('+PONG')));
    socket.once('error', () => answer(false));
  });
}

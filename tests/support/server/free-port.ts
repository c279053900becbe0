import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that systems give to connections and to servers that listen on port 0. */
const [LOWEST, HIGHEST] = [20_000, 32_000];
const ATTEMPTS = 20;

/** A TCP port of 127.0.0.1 that is free, and that no other process gets without asking for it. */
export async function freePort(): Promise<number> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const port = randomInt(LOWEST, HIGHEST);
    if (await isFree(port)) return port;
  }
  throw new Error('No port is free');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

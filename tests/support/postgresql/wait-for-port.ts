import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const START_MS = 10_000;
const POLL_MS = 20;

/** Resolves when a server listens on the port of 127.0.0.1; throws after ten seconds. */
export async function waitForPort(port: number): Promise<void> {
  const deadline = performance.now() + START_MS;
  while (!(await accepts(port))) {
    if (performance.now() > deadline) throw new Error(`Nothing listens on port ${port}`);
    await delay(POLL_MS);
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

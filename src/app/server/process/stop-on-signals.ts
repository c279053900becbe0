import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '#platform/server/http/create-http-server.ts';
import { stopInOrder, type Stoppable } from './stop-in-order.ts';
import { notifyServiceManager } from './systemd.ts';

/** All of it takes less than 15 seconds and the grace, also when something hangs. */
const STOP_LIMIT_MS = 11_000;
/** What is not even interrupted by that. Nothing acknowledged is lost: it is in the database. */
const EXIT_AFTER_MS = 11_500;

type StopOptions = {
  drain: () => void;
  log: Pick<Logger, 'error'>;
  /** While proxies find out. */
  graceMs: number;
};

/** Proxies find out, requests and jobs finish, sockets go elsewhere. A terminal (SIGINT) has no proxy to wait for. */
export function stopOnSignals(components: Stoppable[], { drain, log, graceMs }: StopOptions): void {
  let isStopping = false;
  const stop = async (grace: number) => {
    if (isStopping) return;
    isStopping = true;
    notifyServiceManager('stopping');
    drain();
    await delay(grace);
    setTimeout(() => {
      console.error('Stopping took too long.');
      process.exit(0);
    }, EXIT_AFTER_MS).unref();
    await stopInOrder(components, { log, limitMs: STOP_LIMIT_MS });
    process.exit(0);
  };
  process.on('SIGINT', () => void stop(0));
  process.on('SIGTERM', () => void stop(graceMs));
}

import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 50;

/** Resolves with the milliseconds that it took; rejects with what is missing. */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  timeoutMs: number,
): Promise<number> {
  const started = performance.now();
  for (;;) {
    if (await isSo()) return Math.round(performance.now() - started);
    if (performance.now() - started > timeoutMs) throw new Error(`Not within ${timeoutMs} ms: ${what}`);
    await delay(POLL_MS);
  }
}

import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '#platform/server/http/create-http-server.ts';

/** A component of the process, and what ends it. */
export type Stoppable = { name: string; stop: () => Promise<unknown> };

/** The time that the last steps get even when an earlier one has used it up. */
const LAST_MOMENT_MS = 200;

/** Stops one after the other. One that fails, or is not done after `limitMs`, is logged and left behind. */
export async function stopInOrder(
  components: Stoppable[],
  { log, limitMs }: { log: Pick<Logger, 'error'>; limitMs: number },
): Promise<void> {
  const deadline = performance.now() + limitMs;
  for (const { name, stop } of components) {
    const canceling = new AbortController();
    const left = Math.max(deadline - performance.now(), LAST_MOMENT_MS);
    const timeout = delay(left, 'hangs' as const, { signal: canceling.signal });
    timeout.catch(() => {});
    try {
      const outcome = await Promise.race([stop(), timeout]);
      if (outcome === 'hangs') log.error({ component: name }, 'a component did not stop in time');
    } catch (error) {
      log.error({ err: error, component: name }, 'a component did not stop cleanly');
    }
    canceling.abort();
  }
}

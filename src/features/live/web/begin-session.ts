import { isFailedImport } from '#platform/web/is-failed-import.ts';
import { RetryBackoff } from '#platform/web/retry-backoff.ts';
import type { LiveSession, LiveStore } from './live-store.ts';

/** `load` fetches the code of the session, and is called again until it succeeds. Returns what ends it. */
export function beginSession(
  live: LiveStore,
  userId: string,
  load: () => Promise<() => LiveSession>,
): () => void {
  const backoff = new RetryBackoff();
  let hasEnded = false;
  const attempt = async () => {
    try {
      const start = await load();
      if (!hasEnded) begin(live, start);
    } catch (error) {
      // Without this code the product has no socket, but its pages work.
      // oxlint-disable-next-line no-console -- the user sees no error; the console shows the reason
      if (!isFailedImport(error)) console.warn('The code of the socket could not be loaded', error);
      if (!hasEnded) backoff.schedule(() => void attempt());
    }
  };
  live.setUser(userId);
  void attempt();
  return () => {
    hasEnded = true;
    backoff.reset();
    live.end();
  };
}

/** A second attempt would fail as the first, which may have registered listeners. */
function begin(live: LiveStore, start: () => LiveSession): void {
  try {
    live.begin(start());
  } catch (error) {
    // oxlint-disable-next-line no-console -- as above
    console.warn('The live session could not be started', error);
  }
}

import { onlineManager } from '@tanstack/react-query';
import { RetryBackoff } from './retry-backoff.ts';

const PROBE_TIMEOUT_MS = 5_000;

const backoff = new RetryBackoff();
let probing: Promise<void> | null = null;

/** After a request without a response: if another fails, too, the browser counts as offline until one succeeds. */
export function checkConnection(): Promise<void> {
  if (!navigator.onLine || !onlineManager.isOnline()) return Promise.resolve();
  return probe();
}

/** Notes a response from the network. What waits for the connection listens to the browser's event. */
export function onReached(): void {
  if (onlineManager.isOnline() || !navigator.onLine) return;
  backoff.reset();
  dispatchEvent(new Event('online'));
}

function probe(): Promise<void> {
  // The service worker leaves a HEAD to the network.
  probing ??= fetch('/healthz', {
    method: 'HEAD',
    cache: 'no-store',
    signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
  })
    .then(onReached, () => {
      onlineManager.setOnline(false);
      backoff.schedule(() => void probe());
    })
    .finally(() => {
      probing = null;
    });
  return probing;
}

import { navigate } from 'wouter/use-browser-location';
import type { PageMessage, WorkerMessage } from '../service-worker/worker-scope.ts';

/** Registers the worker that shows notifications and keeps what was read; follows what it says. */
export async function registerServiceWorker(): Promise<void> {
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener('message', ({ data }: MessageEvent<PageMessage>) => navigate(data.path));
  serviceWorker.startMessages();
  const registration = await serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  registration.waiting?.postMessage({ type: 'take-over' } satisfies WorkerMessage);
  // What is being looked at need not stand in the notifications any more.
  const closeSeen = async () => {
    if (document.visibilityState !== 'visible') return;
    const tag = location.pathname;
    for (const notification of await registration.getNotifications({ tag })) notification.close();
  };
  document.addEventListener('visibilitychange', () => void closeSeen());
  await closeSeen();
}

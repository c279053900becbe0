import { navigate } from 'wouter/use-browser-location';
import { trustedScriptUrl } from '#platform/web/trusted-script-url.ts';
import type { PageMessage, WorkerMessage } from '../service-worker/worker-scope.ts';

/** Registers the service worker and handles its messages. */
export async function registerServiceWorker(): Promise<void> {
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener('message', ({ data }: MessageEvent<PageMessage>) => navigate(data.path));
  serviceWorker.startMessages();
  const registration = await serviceWorker.register(trustedScriptUrl('/sw.js'), { updateViaCache: 'none' });
  registration.waiting?.postMessage({ type: 'take-over' } satisfies WorkerMessage);
  // A visible conversation needs no notification.
  const closeSeen = async () => {
    if (document.visibilityState !== 'visible') return;
    const tag = location.pathname;
    for (const notification of await registration.getNotifications({ tag })) notification.close();
  };
  document.addEventListener('visibilitychange', () => void closeSeen());
  await closeSeen();
}

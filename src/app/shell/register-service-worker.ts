import { navigate } from 'wouter/use-browser-location';
import type { PageMessage, WorkerMessage } from '../service-worker/worker-scope.ts';

type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): {
    createScriptURL(url: string): string;
  };
};

/** Browsers with Trusted Types register no other script. The Content-Security-Policy lists the name. */
function trustedScriptUrl(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy('bookswap-worker', { createScriptURL: (own) => own });
  return policy?.createScriptURL(url) ?? url;
}

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

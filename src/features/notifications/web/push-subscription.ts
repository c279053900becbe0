import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import type { NotificationEndpoints } from '../contract.ts';

/**
 * The state of notifications in this browser. 'needs-install': on an iPhone or iPad they require the product
 * on the Home Screen. 'blocked': the user has blocked them in the browser.
 */
export type PushState = 'unsupported' | 'needs-install' | 'blocked' | 'off' | 'on';

export const readPushState = async (): Promise<PushState> =>
  readPushStateSync() ?? ((await subscription()) ? 'on' : 'off');

/** The state, if the browser returns it synchronously; otherwise undefined. */
export function readPushStateSync(): PushState | undefined {
  if (!('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis))
    return /iPhone|iPad/.test(navigator.userAgent) ? 'needs-install' : 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  return Notification.permission === 'granted' ? undefined : 'off';
}

/** Requests the browser's permission and subscribes. Returns the new state. */
export async function enablePush(transport: Transport): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return readPushState();
  await subscribe(transport, await workerReady());
  return 'on';
}

export async function disablePush(transport: Transport): Promise<PushState> {
  const existing = await subscription();
  if (existing) {
    const { endpoint } = existing;
    await apiClient<NotificationEndpoints>(transport).call('DELETE /api/users/me/push-token', {
      body: { endpoint },
    });
    await existing.unsubscribe();
  }
  return 'off';
}

/** Confirms that this browser belongs to the signed-in user, if it has a subscription. */
export async function refreshPushSubscription(transport: Transport): Promise<void> {
  if (await subscription()) await subscribe(transport, await workerReady());
}

async function subscribe(transport: Transport, registration: ServiceWorkerRegistration): Promise<void> {
  const calls = apiClient<NotificationEndpoints>(transport);
  const { key } = await calls.call('GET /api/notifications/key');
  const { pushManager } = registration;
  const existing = await pushManager.getSubscription();
  // A subscription for other keys could not be reached any more.
  if (existing && !isFor(existing, key)) await existing.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  await calls.call('PUT /api/users/me/push-token', { body: { token: JSON.stringify(made) } });
}

function isFor({ options }: PushSubscription, key: string): boolean {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer());
  const text = btoa(String.fromCharCode(...bytes));
  return text.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '') === key;
}

async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** The service worker is registered a while after the first page load. */
const SERVICE_WORKER_TIMEOUT_MS = 15_000;

function workerReady(): Promise<ServiceWorkerRegistration> {
  const timeout = new Promise<never>((_, reject) => {
    setTimeout(
      () => reject(new Error('The service worker was not registered in time')),
      SERVICE_WORKER_TIMEOUT_MS,
    );
  });
  return Promise.race([navigator.serviceWorker.ready, timeout]);
}

import type { PushPayload } from '#features/notifications/contract.ts';
import { type WindowClient, type PageMessage, worker } from './worker-scope.ts';

const openPages = (): Promise<WindowClient[]> => worker.clients.matchAll({ type: 'window' });

const isPayload = (value: unknown): value is PushPayload => {
  const { title, body, path, sentAt } = (value ?? {}) as Record<string, unknown>;
  return (
    [title, body, path, sentAt].every((one) => typeof one === 'string') && /^\/(?!\/)/.test(path as string)
  );
};

/** Shows what was pushed, unless a page is looked at: it tells by itself. Newer of the same conversation stands in place of older. */
export async function showNotification(text: string): Promise<void> {
  const payload: unknown = JSON.parse(text);
  if (!isPayload(payload)) return;
  const { title, body, path, sentAt } = payload;
  const pages = await openPages();
  if (pages.some(({ visibilityState }) => visibilityState === 'visible')) return;
  const { registration } = worker;
  const standing = await registration.getNotifications({ tag: path });
  if (standing.some(({ data }) => (data as PushPayload).sentAt > sentAt)) return;
  const options = {
    body,
    tag: path,
    renotify: true,
    icon: '/icon-192.png',
    badge: '/badge-96.png',
    timestamp: Date.parse(sentAt),
    data: payload,
  };
  await registration.showNotification(title, options);
}

/** Goes to what a notification is about, in a page that is open, or in a new one. */
export async function openNotification(notification: Notification): Promise<void> {
  notification.close();
  // Whoever has to sign in first is brought there afterwards.
  const path = `${(notification.data as PushPayload).path}?from=notification`;
  const pages = await openPages();
  const page =
    pages.find(({ focused }) => focused) ??
    pages.find(({ visibilityState }) => visibilityState === 'visible') ??
    pages[0];
  if (page === undefined) return void (await worker.clients.openWindow(path));
  // A browser that does not let it come to the front still shows the right page in it.
  await page.focus().catch(() => {});
  page.postMessage({ type: 'open', path } satisfies PageMessage);
}

/**
 * The push service gives this browser another address. It is handed in as whoever is signed in here by the product's own session;
 * others hand it in when they next open a page.
 */
export async function renewSubscription(old: PushSubscription | null | undefined): Promise<void> {
  const key = old?.options.applicationServerKey;
  if (!key) return;
  const fresh = await worker.registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  const proof = await fetch('/api/auth/token');
  if (!proof.ok) return;
  const { token } = (await proof.json()) as { token: string };
  await fetch('/api/users/me/push-token', {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ token: JSON.stringify(fresh) }),
  });
}

import type { PushPayload } from '#features/notifications/contract.ts';
import { isPageVisible } from '#features/notifications/push-rules.ts';
import { type WindowClient, type PageMessage, worker } from './worker-scope.ts';

const openPages = (): Promise<WindowClient[]> => worker.clients.matchAll({ type: 'window' });

const isPayload = (value: unknown): value is PushPayload => {
  const { title, body, path, sentAt } = (value ?? {}) as Record<string, unknown>;
  return (
    [title, body, path, sentAt].every((one) => typeof one === 'string') && /^\/(?!\/)/.test(path as string)
  );
};

/**
 * Shows a push message unless a page is visible, which shows it itself (`push-rules.ts`). It replaces an
 * older one of the conversation.
 */
export async function showNotification(text: string): Promise<void> {
  const payload: unknown = JSON.parse(text);
  if (!isPayload(payload)) return;
  const { title, body, path, sentAt } = payload;
  if (isPageVisible(await openPages())) return;
  const { registration } = worker;
  const shown = await registration.getNotifications({ tag: path });
  if (shown.some(({ data }) => (data as PushPayload).sentAt > sentAt)) return;
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

/** Opens the path of a notification, in an open page or in a new one. */
export async function openNotification(notification: Notification): Promise<void> {
  notification.close();
  // A signed-out user is taken there after signing in.
  const path = `${(notification.data as PushPayload).path}?from=notification`;
  const pages = await openPages();
  const page =
    pages.find(({ focused }) => focused) ??
    pages.find(({ visibilityState }) => visibilityState === 'visible') ??
    pages[0];
  if (page === undefined) return void (await worker.clients.openWindow(path));
  // If the browser refuses the focus, the page still shows the right path.
  await page.focus().catch(() => {});
  page.postMessage({ type: 'open', path } satisfies PageMessage);
}

/**
 * The push service has renewed the subscription of this browser. A user of the embedded sign-in stores it
 * now, by the session cookie; others store it when they next open a page.
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

import { handleFetch } from './handle-fetch.ts';
import { deleteOldVersions, clearPrivateCaches, precache } from './caches.ts';
import { openNotification, renewSubscription, showNotification } from './push-notifications.ts';
import { type WorkerMessage, worker } from './worker-scope.ts';

worker.addEventListener('install', (event) => event.waitUntil(precache()));

worker.addEventListener('activate', (event) =>
  event.waitUntil(deleteOldVersions().then(() => worker.clients.claim())),
);

worker.addEventListener('fetch', (event) => {
  const answer = handleFetch(event);
  if (answer !== null) event.respondWith(answer);
});

worker.addEventListener('message', (event) => {
  const { type } = event.data as WorkerMessage;
  event.waitUntil(type === 'forget' ? clearPrivateCaches() : claimClients());
});

worker.addEventListener('push', (event) => {
  if (event.data !== null) event.waitUntil(showNotification(event.data.text()));
});

worker.addEventListener('notificationclick', (event) =>
  event.waitUntil(openNotification(event.notification)),
);

worker.addEventListener('pushsubscriptionchange', (event) =>
  event.waitUntil(renewSubscription(event.oldSubscription)),
);

/**
 * The sender was just fetched and has this version; other open pages may have older ones and need their
 * caches.
 */
async function claimClients(): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (pages.length <= 1) await worker.skipWaiting();
}

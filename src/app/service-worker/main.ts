import { answerRequest } from './answer-request.ts';
import { dropOlder, forgetPrivate, keepBeforehand } from './kept.ts';
import { openNotification, renewSubscription, showNotification } from './notify.ts';
import { type ToWorker, worker } from './worker-scope.ts';

worker.addEventListener('install', (event) => event.waitUntil(keepBeforehand()));

worker.addEventListener('activate', (event) =>
  event.waitUntil(dropOlder().then(() => worker.clients.claim())),
);

worker.addEventListener('fetch', (event) => {
  const answer = answerRequest(event);
  if (answer !== null) event.respondWith(answer);
});

worker.addEventListener('message', (event) => {
  const { type } = event.data as ToWorker;
  event.waitUntil(type === 'forget' ? forgetPrivate() : takeOver());
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

/** The page that asks is of this version, as it has just been fetched; another one may not be, and needs what was kept for it. */
async function takeOver(): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (pages.length <= 1) await worker.skipWaiting();
}

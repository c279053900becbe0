import type { MessageHook } from '#features/conversations/server/public.ts';
import type { Live } from '#features/live/server/public.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { notificationEndpoints, noticedMessage } from '../contract.ts';
import { pushServices, PUSH_DELAY_SECONDS as shortly } from '../rules.ts';
import { deletePushSubscription, savePushSubscription } from './save-push-subscription.ts';
import { emailUnreadMessages } from './email-unread-messages.ts';
import {
  deleteSeenNotifications,
  createNotificationHook,
  pushQueue,
  type PushJob,
} from './queue-push-notifications.ts';
import { getOrCreateVapidKeys } from './vapid-keys.ts';
import { createPushSender } from './send-push.ts';
import { changeSettings, readSettings } from './notification-settings.ts';
import { requeueStaleNotifications, sendPushNotification } from './send-push-notification.ts';

export { pushKeysName } from './vapid-keys.ts';
export { exportNotifications } from './notification-settings.ts';

type NotificationsOptions = {
  live: Live;
  /** Who is answerable for what is pushed, `mailto:` or `https:`. */
  subject: string;
} & Partial<PushTuning>;

/** Other than the product's own (tests). */
export type PushTuning = {
  /** Origins of push services, instead of those that browsers use. */
  services: readonly string[];
  /** Seconds that a message has to be seen on a page before a device tells of it. */
  tellAfter: number;
};

/** Devices: some services do not answer, and the others' devices wait for them. */
const PUSH_CONCURRENCY = 50;

type Notifications = {
  /** Writes the notifications of a message, with the message. */
  messageHook: MessageHook;
};

/** New messages reach whoever is not looking: on their devices, and by mail. */
export async function mountNotifications(
  context: ServerContext,
  { live, subject, services = pushServices, tellAfter = shortly }: NotificationsOptions,
): Promise<Notifications> {
  const { http, calls, database, jobs } = context;
  const keys = await getOrCreateVapidKeys(context);
  const send = createPushSender(keys, { subject, services });
  await jobs.handle<PushJob>(pushQueue, (telling) => sendPushNotification({ ...context, send }, telling), {
    atOnce: PUSH_CONCURRENCY,
  });
  const parts = { ...context, tellAfter };
  await jobs.schedule('requeue-stale-notifications', '* * * * *', () => requeueStaleNotifications(parts));
  await jobs.schedule('email-unread-messages', '*/5 * * * *', () => emailUnreadMessages(context));
  calls.mount(http, notificationEndpoints, {
    'GET /api/notifications/key': () => ({ key: keys.publicKey }),
    'PUT /api/users/me/push-token': async ({ actor, caller, body }) => {
      await savePushSubscription({ ...context, services }, { actor, caller }, body.token);
      return { stored: true as const };
    },
    'DELETE /api/users/me/push-token': async ({ actor, body }) => ({
      removed: await deletePushSubscription(context, actor, body.endpoint),
    }),
    'GET /api/users/me/notifications': ({ actor }) => readSettings(database, actor),
    'PATCH /api/users/me/notifications': ({ actor, body }) => changeSettings(database, actor, body),
  });
  live.register({
    messages: {
      noticed: {
        schema: noticedMessage,
        handle: (_connection, actor, noticed) => deleteSeenNotifications(context, actor.id, noticed),
      },
    },
  });
  return { messageHook: createNotificationHook(parts) };
}

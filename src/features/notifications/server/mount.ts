import type { Live } from '#features/live/server/public.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { notificationEndpoints } from '../contract.ts';
import { PUSH_DELAY_SECONDS } from '../push-rules.ts';
import { pushServices } from '../rules.ts';
import { deletePushSubscription, savePushSubscription } from './save-push-subscription.ts';
import { askToRenew } from './ask-to-renew.ts';
import { emailUnreadMessages } from './email-unread-messages.ts';
import { PUSH_QUEUE, type PushJob, queueStoredPushes } from './queue-push-notifications.ts';
import { getOrCreateVapidKeys } from './vapid-keys.ts';
import { BOOK_NOTICE_QUEUE, sendBookNotice, type BookNoticeJob } from './book-notices.ts';
import { createPushSender, resumeAfterOutage } from './push-sender.ts';
import { pendingPushNotifications } from './table.ts';
import { mountUnsubscribe } from './unsubscribe.ts';
import { registerMessages } from './register-messages.ts';
import { changeSettings, readSettings } from './notification-settings.ts';
import {
  requeueStaleNotifications,
  selectStaleNotifications,
  sendPushNotification,
} from './send-push-notification.ts';

type NotificationsOptions = {
  live: Live;
  /** The VAPID subject: the contact of the sender, `mailto:` or `https:`. */
  subject: string;
} & Partial<PushTuning>;

/** Set by tests only. */
export type PushTuning = {
  /** Accepted origins of push services. */
  services: readonly string[];
  /** Seconds in which a message can be read on a page before a push is sent. */
  pushDelaySeconds: number;
};

/** Push requests at the same time: some services respond slowly, and others must not wait for them. */
const PUSH_CONCURRENCY = 50;

/** Mounts push notifications and emails about unread messages. */
export async function mountNotifications(
  context: ServerContext,
  { live, subject, services = pushServices, pushDelaySeconds = PUSH_DELAY_SECONDS }: NotificationsOptions,
): Promise<void> {
  const { endpoints, database, jobs } = context;
  const keys = await getOrCreateVapidKeys(context);
  const onBack = async () => {
    try {
      for (const queue of [PUSH_QUEUE, BOOK_NOTICE_QUEUE]) await jobs.retryNow(queue);
    } catch (error) {
      context.log.warn({ err: error }, 'waiting notifications could not be made due');
    }
  };
  const send = resumeAfterOutage(createPushSender(keys, { subject, services }), {
    clock: context.clock,
    onBack,
  });
  await jobs.handle<PushJob>(PUSH_QUEUE, (telling) => sendPushNotification({ ...context, send }, telling), {
    atOnce: PUSH_CONCURRENCY,
  });
  await jobs.handle<BookNoticeJob>(BOOK_NOTICE_QUEUE, (job) => sendBookNotice({ ...context, send }, job), {
    atOnce: PUSH_CONCURRENCY,
  });
  mountUnsubscribe(context);
  const parts = { ...context, pushDelaySeconds };
  queueStoredPushes(parts);
  await jobs.schedule('requeue-stale-notifications', '* * * * *', () => requeueStaleNotifications(parts), {
    due: selectStaleNotifications,
  });
  await jobs.schedule('ask-to-renew', '*/10 * * * *', () => askToRenew(context));
  await jobs.schedule('email-unread-messages', '*/5 * * * *', () => emailUnreadMessages(context));
  endpoints.mount(notificationEndpoints, {
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
  registerMessages(context, live);
  context.metrics.gauge(
    {
      name: 'bookswap_pending_push_notifications',
      help: 'Notifications that no push service has accepted yet.',
    },
    () => database.orm.$count(pendingPushNotifications),
  );
}

import type { Live } from '#features/live/server/public.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { isNotNull } from 'drizzle-orm';
import { notificationEndpoints, noticedMessage } from '../contract.ts';
import { PUSH_DELAY_SECONDS } from '../push-rules.ts';
import { pushServices } from '../rules.ts';
import { deletePushSubscription, savePushSubscription } from './save-push-subscription.ts';
import { type PushJob, SEND_PUSH_QUEUE } from './enqueue-notifications.ts';
import type { NotificationKind } from './notification-kind.ts';
import { getOrCreateVapidKeys } from './vapid-keys.ts';
import { createPushSender, resumeAfterOutage } from './push-sender.ts';
import { selectNextEmail, sendDueEmails } from './send-emails.ts';
import { notifications } from './table.ts';
import { mountUnsubscribe } from './unsubscribe.ts';
import { markMessagesSeen } from './mark-seen.ts';
import { changeSettings, readSettings } from './notification-settings.ts';
import {
  purgeNotifications,
  queueStoredPushes,
  requeueStalePushes,
  selectNextStalePush,
  selectStalePushes,
  sendPush,
} from './send-pushes.ts';

type NotificationsOptions = {
  live: Live;
  /** All of the product. */
  kinds: readonly NotificationKind[];
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

/** Mounts the outbox of notifications: what sends their pushes and emails, and the settings. */
export async function mountNotifications(
  context: ServerContext,
  {
    live,
    kinds,
    subject,
    services = pushServices,
    pushDelaySeconds = PUSH_DELAY_SECONDS,
  }: NotificationsOptions,
): Promise<void> {
  const { endpoints, database, jobs } = context;
  const keys = await getOrCreateVapidKeys(context);
  const onBack = () =>
    jobs.retryNow(SEND_PUSH_QUEUE).catch((error: unknown) => {
      context.log.warn({ err: error }, 'waiting notifications could not be made due');
    });
  const send = resumeAfterOutage(createPushSender(keys, { subject, services }), {
    clock: context.clock,
    onBack,
  });
  await jobs.handle<PushJob>(SEND_PUSH_QUEUE, (job) => sendPush({ ...context, send }, kinds, job), {
    atOnce: PUSH_CONCURRENCY,
  });
  mountUnsubscribe(context);
  const queueContext = { ...context, pushDelaySeconds };
  queueStoredPushes(queueContext);
  await jobs.schedule('requeue-stale-pushes', '* * * * *', () => requeueStalePushes(queueContext), {
    due: selectStalePushes,
    nextDue: selectNextStalePush,
  });
  await jobs.schedule('send-due-emails', '*/5 * * * *', () => sendDueEmails(context, kinds), {
    nextDue: () => selectNextEmail(kinds),
  });
  await jobs.schedule('purge-notifications', '36 3 * * *', () => purgeNotifications(context));
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
  registerSocketMessages(context, live);
  context.metrics.gauge(
    {
      name: 'bookswap_pending_push_notifications',
      help: 'Notifications that no push service has accepted yet.',
    },
    () => database.orm.$count(notifications, isNotNull(notifications.pushAt)),
  );
}

/** Pages report the messages that the user has seen. */
function registerSocketMessages(context: ServerContext, live: Live): void {
  live.register({
    messages: {
      noticed: {
        schema: noticedMessage,
        handle: (_connection, actor, noticed) => markMessagesSeen(context, actor.id, noticed),
      },
    },
  });
}

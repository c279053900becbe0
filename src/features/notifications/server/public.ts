import type { AlongMessage } from '#features/conversations/server/public.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { notificationCalls } from '../contract.ts';
import { pushServices, tellAfter as shortly } from '../rules.ts';
import { dropDevice, keepDevice } from './keep-device.ts';
import { mailUnread } from './mail-unread.ts';
import { dropNoticed, noteMessage, tellQueue, type Telling } from './note-message.ts';
import { openPushKeys } from './push-keys.ts';
import { pushSender } from './send-push.ts';
import { changeSettings, readSettings } from './settings.ts';
import { lookAfterNotices, tellDevice } from './tell-device.ts';

export { pushKeysName } from './push-keys.ts';
export { exportNotifications } from './settings.ts';

type NotificationsOptions = {
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
const toldAtOnce = 50;

/** What conversations tell this feature of. */
type Notifications = {
  alongMessage: AlongMessage;
  onNoticed: (personId: string, noticed: { conversationId: string; upToSeq: number }) => Promise<void>;
};

/** New messages reach whoever is not looking: on their devices, and by mail. */
export async function mountNotifications(
  context: ServerContext,
  { subject, services = pushServices, tellAfter = shortly }: NotificationsOptions,
): Promise<Notifications> {
  const { http, calls, database, jobs } = context;
  const keys = await openPushKeys(context);
  const send = pushSender(keys, { subject, services });
  await jobs.handle<Telling>(tellQueue, (telling) => tellDevice({ ...context, send }, telling), {
    atOnce: toldAtOnce,
  });
  const parts = { ...context, tellAfter };
  await jobs.schedule('notifications-look-after', '* * * * *', () => lookAfterNotices(parts));
  await jobs.schedule('notifications-mail', '*/5 * * * *', () => mailUnread(context));
  calls.mount(http, notificationCalls, {
    'GET /api/notifications/key': () => ({ key: keys.publicKey }),
    'PUT /api/users/me/push-token': async ({ actor, caller, body }) => {
      await keepDevice({ ...context, services }, { actor, caller }, body.token);
      return { stored: true as const };
    },
    'DELETE /api/users/me/push-token': async ({ actor, body }) => ({
      removed: await dropDevice(context, actor, body.endpoint),
    }),
    'GET /api/users/me/notifications': ({ actor }) => readSettings(database, actor),
    'PATCH /api/users/me/notifications': ({ actor, body }) => changeSettings(database, actor, body),
  });
  return {
    alongMessage: noteMessage(parts),
    onNoticed: (personId, noticed) => dropNoticed(context, personId, noticed),
  };
}

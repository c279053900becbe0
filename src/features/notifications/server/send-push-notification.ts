import { and, eq, lt } from 'drizzle-orm';
import { sessionExists } from '#features/accounts/server/public.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { createExcerpt, REQUEUE_AFTER_MS, PUSH_MAX_AGE_MS } from '../rules.ts';
import { removeDevices } from './save-push-subscription.ts';
import {
  type NotificationContext,
  queuePushNotifications,
  type PushJob,
} from './queue-push-notifications.ts';
import type { SendPush } from './push-sender.ts';
import { pendingPushNotifications, pushSubscriptions } from './table.ts';

type Waiting = {
  user_id: string;
  conversation_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  content: string;
  created_at: Date;
  sender: string;
  /**
   * Unread, the newest of its conversation (a newer one would replace it), and no block between the two
   * users.
   */
  is_wanted: boolean;
  /** Its session has ended, if it is one of the embedded provider. */
  is_withdrawn: boolean;
};

const WAITING_NOTIFICATION_SQL = `SELECT n.user_id, n.conversation_id, d.endpoint, d.p256dh, d.auth, m.content, m.created_at, s.name AS sender,
    m.read_at IS NULL AND NOT m.is_withheld AND m.created_at > $3 AND NOT EXISTS (
      SELECT FROM blocks b WHERE (b.blocker_id, b.blocked_id) IN ((n.user_id, m.sender_id), (m.sender_id, n.user_id))
    ) AND NOT EXISTS (
      SELECT FROM pending_push_notifications newer JOIN messages later ON later.id = newer.message_id AND NOT later.is_withheld
      WHERE newer.user_id = n.user_id AND newer.conversation_id = n.conversation_id AND newer.seq > n.seq
        AND newer.device_id = n.device_id
    ) AS is_wanted,
    d.session_id IS NOT NULL AND NOT ${sessionExists('d.session_id')} AS is_withdrawn
  FROM pending_push_notifications n JOIN push_subscriptions d ON d.id = n.device_id AND d.user_id = n.user_id
    JOIN messages m ON m.id = n.message_id JOIN users s ON s.id = m.sender_id
  WHERE n.message_id = $1 AND n.device_id = $2`;

type Context = Pick<ServerContext, 'database' | 'clock' | 'log'> & { send: SendPush };

/**
 * Sends one message to one device, unless it has been read. After a crash in between it is sent again, which
 * replaces the first notification. Throws if the push service may accept it later.
 */
export async function sendPushNotification(
  { database, clock, log, send }: Context,
  { messageId, deviceId }: PushJob,
): Promise<void> {
  const now = clock.now().getTime();
  const { rows } = await database.pool.query<Waiting>({
    name: 'notice-to-tell',
    text: WAITING_NOTIFICATION_SQL,
    values: [messageId, deviceId, new Date(now - PUSH_MAX_AGE_MS)],
  });
  const [notice] = rows;
  const removeDevice = (userId: string) =>
    database.transaction((tx) => removeDevices(tx, userId, eq(pushSubscriptions.id, deviceId)));
  if (notice?.is_withdrawn) return void (await removeDevice(notice.user_id));
  if (notice?.is_wanted) {
    const { endpoint, p256dh, auth, sender, content, created_at: sentAt } = notice;
    const payload = {
      title: sender,
      body: createExcerpt(content),
      path: `/conversation/${notice.conversation_id}`,
      sentAt: sentAt.toISOString(),
    };
    const { kind, reason } = await send({ endpoint, keys: { p256dh, auth } }, payload, {
      topic: topicOf(notice.conversation_id),
      seconds: Math.ceil((sentAt.getTime() + PUSH_MAX_AGE_MS - now) / 1000),
    });
    // Logs the host only: the whole address would allow a reader of the log to send to this device.
    const service = new URL(endpoint).host;
    if (kind === 'later') throw new Error(`${service} could not be reached: ${reason}`);
    if (kind === 'gone') return void (await removeDevice(notice.user_id));
    if (kind === 'refused') log.warn({ service, reason }, 'a push service refused a notification');
  }
  await database.orm
    .delete(pendingPushNotifications)
    .where(
      and(eq(pendingPushNotifications.messageId, messageId), eq(pendingPushNotifications.deviceId, deviceId)),
    );
}

/** A push service replaces an undelivered notification of the same topic. At most 32 characters. */
const topicOf = (conversationId: string): string =>
  Buffer.from(conversationId.replaceAll('-', ''), 'hex').toString('base64url');

const REQUEUE_BATCH_SIZE = 500;

/** Requeues notifications that a crashed process never queued, and deletes expired ones. */
export async function requeueStaleNotifications(parts: NotificationContext): Promise<void> {
  const { database, clock } = parts;
  const before = (age: number) =>
    lt(pendingPushNotifications.createdAt, new Date(clock.now().getTime() - age));
  await database.orm.delete(pendingPushNotifications).where(before(2 * PUSH_MAX_AGE_MS));
  const left = await database.orm
    .selectDistinct({ messageId: pendingPushNotifications.messageId })
    .from(pendingPushNotifications)
    .where(and(eq(pendingPushNotifications.isQueued, false), before(REQUEUE_AFTER_MS)))
    .limit(REQUEUE_BATCH_SIZE);
  for (const { messageId } of left) await queuePushNotifications(parts, messageId);
}

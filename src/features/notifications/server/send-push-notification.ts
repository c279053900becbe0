import { hasBlockedSql } from '#features/blocks/server/public.ts';
import { and, eq, lt, type SQL, sql } from 'drizzle-orm';
import { sessionExists } from '#features/accounts/server/public.ts';
import { LostServiceError } from '#platform/server/jobs/job-queue.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { decidePush, type PendingPush, PUSH_MAX_AGE_MS, REQUEUE_AFTER_MS } from '../push-rules.ts';
import { createExcerpt, describeEndedOffer } from '../rules.ts';
import { removeDevices } from './save-push-subscription.ts';
import {
  type NotificationContext,
  queuePushNotifications,
  type PushJob,
} from './queue-push-notifications.ts';
import type { SendPush } from './push-sender.ts';
import { pendingBookNotices, pendingPushNotifications, pushSubscriptions } from './table.ts';

type WaitingPush = PendingPush & {
  user_id: string;
  conversation_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  content: string;
  sender: string;
  /** The own offer of the user, which has ended. */
  ended_offer: Parameters<typeof describeEndedOffer>[0] | null;
};

const WAITING_PUSH_SQL = `SELECT n.user_id, n.conversation_id, d.endpoint, d.p256dh, d.auth, m.content, n.created_at, s.name AS sender,
    CASE WHEN m.sender_id = n.user_id THEN (SELECT row_to_json(o) FROM message_offers o WHERE o."messageId" = m.id) END AS ended_offer,
    (CASE WHEN m.sender_id = n.user_id THEN m.sender_read_at ELSE m.read_at END) IS NOT NULL AS is_read,
    (m.is_withheld AND m.sender_id <> n.user_id) AS is_withheld,
    ${hasBlockedSql('n.user_id', 's.id')} AS is_blocked,
    EXISTS (
      SELECT FROM pending_push_notifications newer JOIN messages later ON later.id = newer.message_id AND (NOT later.is_withheld OR later.sender_id = n.user_id)
      WHERE newer.user_id = n.user_id AND newer.conversation_id = n.conversation_id AND newer.seq > n.seq
        AND newer.device_id = n.device_id
    ) AS is_replaced,
    d.session_id IS NOT NULL AND NOT ${sessionExists('d.session_id')} AS is_session_over
  FROM pending_push_notifications n JOIN push_subscriptions d ON d.id = n.device_id AND d.user_id = n.user_id
    JOIN messages m ON m.id = n.message_id JOIN users s ON s.id = CASE WHEN m.sender_id = n.user_id THEN m.receiver_id ELSE m.sender_id END
  WHERE n.message_id = $1 AND n.device_id = $2`;

type Context = Pick<ServerContext, 'database' | 'clock' | 'log'> & { send: SendPush };

/**
 * Sends one message to one device if `decidePush` says so. After a crash in between it is sent again, which
 * replaces the first notification. Throws if the push service may accept it later.
 */
export async function sendPushNotification(
  { database, clock, log, send }: Context,
  { messageId, deviceId }: PushJob,
): Promise<void> {
  const now = clock.now();
  const { rows } = await database.pool.query<WaitingPush>({
    name: 'waiting-push',
    text: WAITING_PUSH_SQL,
    values: [messageId, deviceId],
  });
  const [notice] = rows;
  const removeDevice = (userId: string) =>
    database.transaction((tx) => removeDevices(tx, userId, eq(pushSubscriptions.id, deviceId)));
  const decision = notice === undefined ? 'drop' : decidePush(notice, now);
  if (notice !== undefined && decision === 'delete-device') return void (await removeDevice(notice.user_id));
  if (notice !== undefined && decision === 'send') {
    const { endpoint, p256dh, auth, sender, content, ended_offer: offer, created_at: sentAt } = notice;
    const payload = {
      title: sender,
      body: offer === null ? createExcerpt(content) : describeEndedOffer(offer),
      path: `/conversation/${notice.conversation_id}`,
      sentAt: sentAt.toISOString(),
    };
    const { kind, reason } = await send({ endpoint, keys: { p256dh, auth } }, payload, {
      topic: topicOf(notice.conversation_id),
      seconds: Math.ceil((sentAt.getTime() + PUSH_MAX_AGE_MS - now.getTime()) / 1000),
    });
    // Logs the host only: the whole address would allow a reader of the log to send to this device.
    const service = new URL(endpoint).host;
    if (kind === 'away') throw new LostServiceError(`${service} could not be reached: ${reason}`);
    if (kind === 'later') throw new Error(`${service} could not take a notification: ${reason}`);
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

const ago = (now: Date, ms: number) => new Date(now.getTime() - ms);

const isTooOld = ({ createdAt }: typeof pendingPushNotifications | typeof pendingBookNotices, now: Date) =>
  lt(createdAt, ago(now, 2 * PUSH_MAX_AGE_MS));

/** Of a process that ended before it queued them. */
const isLeft = (now: Date) =>
  and(
    eq(pendingPushNotifications.isQueued, false),
    lt(pendingPushNotifications.createdAt, ago(now, REQUEUE_AFTER_MS)),
  );

/** Notifications for which `requeueStaleNotifications` has something to do. */
export const selectStaleNotifications = (now: Date): SQL => sql`
  SELECT FROM ${pendingPushNotifications} WHERE ${isLeft(now)} OR ${isTooOld(pendingPushNotifications, now)}
  UNION ALL SELECT FROM ${pendingBookNotices} WHERE ${isTooOld(pendingBookNotices, now)}`;

/** Requeues notifications that a crashed process never queued, and deletes expired ones. */
export async function requeueStaleNotifications(parts: NotificationContext): Promise<void> {
  const { database, clock } = parts;
  const now = clock.now();
  await database.orm.delete(pendingPushNotifications).where(isTooOld(pendingPushNotifications, now));
  await database.orm.delete(pendingBookNotices).where(isTooOld(pendingBookNotices, now));
  const left = await database.orm
    .selectDistinct({ messageId: pendingPushNotifications.messageId })
    .from(pendingPushNotifications)
    .where(isLeft(now))
    .limit(REQUEUE_BATCH_SIZE);
  for (const { messageId } of left) await queuePushNotifications(parts, messageId);
}

import { and, eq, lte, sql } from 'drizzle-orm';
import { defineTopic } from '#platform/server/events/event-bus.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import {
  unreadMessageEmails,
  pendingPushNotifications,
  notificationSettings,
  pushSubscriptions,
} from './table.ts';

export const PUSH_QUEUE = 'send-push-notification';
export type PushJob = { messageId: string; deviceId: string };

export type NotificationContext = Pick<ServerContext, 'database' | 'jobs' | 'clock' | 'log' | 'events'> & {
  /** Seconds until a push message, while a page may report the message as seen. */
  pushDelaySeconds: number;
};

/** Pushes are stored with a message. Delivered in the process that has written it. */
export const pushesStored = defineTopic<{ messageId: string }>('pushes-stored');

/**
 * When a push is sent, and when not: `push-rules.ts`. To whom: here.
 *
 * Parts of the statement that writes a message: a row per device of the receiver, and one for an email if
 * enabled. They read `sent`, the message with one row for each receiver, none if it is withheld. For
 * receivers without either it costs two index lookups. Who writes `hasPushes` delivers `pushesStored`.
 */
export const notificationParts = {
  commonTableExpressions: sql`notices AS (
      INSERT INTO ${pendingPushNotifications} (message_id, device_id, user_id, conversation_id, seq, created_at)
      SELECT sent.id, device.id, sent.receiver_id, sent.conversation_id, sent.seq, sent.created_at
      FROM sent JOIN ${pushSubscriptions} device ON device.user_id = sent.receiver_id WHERE NOT sent.is_withheld
      ON CONFLICT DO NOTHING RETURNING device_id),
    mails AS (
      INSERT INTO ${unreadMessageEmails} (message_id, user_id, conversation_id, seq, created_at)
      SELECT sent.id, sent.receiver_id, sent.conversation_id, sent.seq, sent.created_at
      FROM sent JOIN ${notificationSettings} chosen ON chosen.user_id = sent.receiver_id AND chosen.email_on_unread
      WHERE NOT sent.is_withheld AND (sent.event IS NULL OR sent.event ->> 'actorId' IS NOT NULL))`,
  hasPushes: sql`EXISTS (SELECT FROM notices)`,
};

/** Queues the pushes of each message that this process has written. */
export function queueStoredPushes(context: NotificationContext): void {
  context.events.subscribe(pushesStored, ({ messageId }) => {
    // The rows are stored: the next requeue finds them.
    queuePushNotifications(context, messageId).catch((error: unknown) =>
      context.log.warn({ err: error }, 'push notifications of a message could not be queued yet'),
    );
  });
}

/** Queues one job for each unqueued notification of a message. */
export async function queuePushNotifications(
  { database, jobs, pushDelaySeconds }: Pick<NotificationContext, 'database' | 'jobs' | 'pushDelaySeconds'>,
  messageId: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    const notices = await tx
      .update(pendingPushNotifications)
      .set({ isQueued: true })
      .where(
        and(eq(pendingPushNotifications.messageId, messageId), eq(pendingPushNotifications.isQueued, false)),
      )
      .returning({ deviceId: pendingPushNotifications.deviceId });
    for (const { deviceId } of notices)
      await jobs.enqueue(tx, PUSH_QUEUE, { messageId, deviceId } satisfies PushJob, {
        after: pushDelaySeconds,
      });
  });
}

/** Deletes notifications of messages that the user has seen on a page of the product. */
export async function deleteSeenNotifications(
  { database }: Pick<NotificationContext, 'database'>,
  userId: string,
  { conversationId, upToSeq }: { conversationId: string; upToSeq: number },
): Promise<void> {
  await database.orm
    .delete(pendingPushNotifications)
    .where(
      and(
        eq(pendingPushNotifications.userId, userId),
        eq(pendingPushNotifications.conversationId, conversationId),
        lte(pendingPushNotifications.seq, upToSeq),
      ),
    );
}

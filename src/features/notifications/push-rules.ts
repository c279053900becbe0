import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts';

/**
 * When a push notification is sent, and to whom. Its way, with what decides there:
 *
 * 1. A stored message gets one pending notification for each device of its receiver, in its own transaction;
 *    a withheld message gets none (`server/queue-push-notifications.ts`).
 * 2. After `PUSH_DELAY_SECONDS`, `server/send-push-notification.ts` asks `decidePush`. Until then a page that
 *    shows the message reports `noticed`, which deletes the notification (`web/notice-messages.ts`).
 * 3. The push service delivers it within `PUSH_MAX_AGE_MS` (`server/push-sender.ts`), and the service worker
 *    shows it unless `isPageVisible` (`src/app/service-worker/push-notifications.ts`).
 */

/** Delay before a push message: meanwhile the receiver may report that a page shows the message. */
export const PUSH_DELAY_SECONDS = 3;

/** A push message that could not be delivered for this long is dropped. */
export const PUSH_MAX_AGE_MS = DAY_MS;

/** A notification without a job after this time belongs to a process that crashed. */
export const REQUEUE_AFTER_MS = MINUTE_MS;

/** What is known of a pending notification when its time has come. */
export type PendingPush = {
  created_at: Date;
  is_read: boolean;
  is_withheld: boolean;
  /** The receiver has blocked the sender. A block by the sender must not show. */
  is_blocked: boolean;
  /** A newer message of the conversation waits for the same device, and would replace this one. */
  is_replaced: boolean;
  /** The session that has registered the device has ended, if it is one of the embedded provider. */
  is_session_over: boolean;
};

export function decidePush(pending: PendingPush, now: Date): 'send' | 'drop' | 'delete-device' {
  if (pending.is_session_over) return 'delete-device';
  const isExpired = now.getTime() - pending.created_at.getTime() >= PUSH_MAX_AGE_MS;
  const { is_read, is_withheld, is_blocked, is_replaced } = pending;
  return isExpired || is_read || is_withheld || is_blocked || is_replaced ? 'drop' : 'send';
}

/** A visible page of the product shows the message itself. */
export const isPageVisible = (pages: readonly { visibilityState: DocumentVisibilityState }[]): boolean =>
  pages.some(({ visibilityState }) => visibilityState === 'visible');

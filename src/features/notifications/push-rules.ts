import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts';

/**
 * When a push notification is sent, and to whom. Its way, with what decides there:
 *
 * 1. What causes it writes a row of `notifications` with the devices of its receiver, in its own transaction; a
 *    withheld message writes none (`server/enqueue-notifications.ts`).
 * 2. `server/send-pushes.ts` asks `decidePush`: of a message after `PUSH_DELAY_SECONDS`, in which a page that
 *    shows it reports `noticed` (`web/notice-messages.ts`).
 * 3. The push service delivers it within `PUSH_MAX_AGE_MS` (`server/push-sender.ts`), and the service worker
 *    shows it unless `isPageVisible` (`src/app/service-worker/push-notifications.ts`).
 */

/** Delay before a push message: meanwhile the receiver may report that a page shows the message. */
export const PUSH_DELAY_SECONDS = 3;

/** A push message that could not be delivered for this long is dropped. */
export const PUSH_MAX_AGE_MS = DAY_MS;

/** A notification without a job after this time belongs to a process that crashed. */
export const REQUEUE_AFTER_MS = MINUTE_MS;

/** What is known of a push when its time has come. */
export type PendingPush = {
  created_at: Date;
  /** The user has seen it on a page. */
  is_seen: boolean;
  /** The session that has registered the device has ended, if it is one of the embedded provider. */
  is_session_over: boolean;
  /** What its kind knows of its subject; null: that is gone. */
  facts: { withdrawn?: string | null; noPush?: string | null } | null;
};

/** 'send', or why not. */
export function decidePush({ created_at, is_seen, is_session_over, facts }: PendingPush, now: Date): string {
  if (is_session_over) return 'session over';
  if (now.getTime() - created_at.getTime() >= PUSH_MAX_AGE_MS) return 'too old';
  if (is_seen) return 'seen';
  if (facts === null) return 'gone';
  return facts.withdrawn ?? facts.noPush ?? 'send';
}

/** A visible page of the product shows the message itself. */
export const isPageVisible = (pages: readonly { visibilityState: DocumentVisibilityState }[]): boolean =>
  pages.some(({ visibilityState }) => visibilityState === 'visible');

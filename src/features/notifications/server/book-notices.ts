import { createHash } from 'node:crypto';
import { eq, inArray, sql } from 'drizzle-orm';
import { sessionExists } from '#features/accounts/server/public.ts';
import { isBlockedSql } from '#features/blocks/server/public.ts';
import { books } from '#features/books/server/table.ts';
import { isListedSql } from '#features/books/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { LostServiceError } from '#platform/server/jobs/job-queue.ts';
import { newId } from '#platform/server/new-id.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { PUSH_MAX_AGE_MS } from '../push-rules.ts';
import type { SendPush } from './push-sender.ts';
import { removeDevices } from './save-push-subscription.ts';
import { pendingBookNotices, pushSubscriptions } from './table.ts';

export const BOOK_NOTICE_QUEUE = 'send-book-notice';
export type BookNoticeJob = { noticeId: string };

/** A push message about a book. It replaces an earlier one of the same path. */
type BookNotice = { userId: string; title: string; body: string; path: string } & {
  /** A listing that must be for sale; null: a book that the user has. */
  bookId: string | null;
};

/**
 * Queues the notices for all devices of their users, in the transaction that causes them. A device gets one
 * within seconds, unless the listing is no longer for sale or a block between its seller and the user exists.
 */
export async function queueBookNotices(
  { jobs }: Pick<ServerContext, 'jobs'>,
  tx: Transaction,
  notices: readonly BookNotice[],
  now: Date,
): Promise<void> {
  if (notices.length === 0) return;
  const devices = await tx
    .select({ id: pushSubscriptions.id, userId: pushSubscriptions.userId })
    .from(pushSubscriptions)
    .where(
      inArray(
        pushSubscriptions.userId,
        notices.map(({ userId }) => userId),
      ),
    );
  const rows = notices.flatMap((notice) =>
    devices
      .filter(({ userId }) => userId === notice.userId)
      .map((device) => ({ ...notice, id: newId(now), deviceId: device.id, createdAt: now })),
  );
  if (rows.length === 0) return;
  await tx.insert(pendingBookNotices).values(rows);
  for (const { id } of rows)
    await jobs.enqueue(tx, BOOK_NOTICE_QUEUE, { noticeId: id } satisfies BookNoticeJob);
}

type WaitingNotice = typeof pendingBookNotices.$inferSelect & {
  endpoint: string;
  p256dh: string;
  auth: string;
  isDropped: boolean;
  isSessionOver: boolean;
};

type Context = Pick<ServerContext, 'database' | 'clock' | 'log'> & { send: SendPush };

/**
 * Sends one notice to one device. After a crash in between it is sent again, which replaces the first one.
 * Throws if the push service may accept it later.
 */
export async function sendBookNotice(context: Context, { noticeId }: BookNoticeJob): Promise<void> {
  const { database } = context;
  const { rows } = await database.orm.execute<WaitingNotice>(sql`SELECT n.id, n.user_id AS "userId",
      n.device_id AS "deviceId", n.title, n.body, n.path, n.created_at AS "createdAt",
      d.endpoint, d.p256dh, d.auth, n.book_id IS NOT NULL
        AND (NOT ${sql.raw(isListedSql('b', context.clock.now()))} OR ${sql.raw(isBlockedSql('n.user_id', 'b.seller_id'))}) AS "isDropped",
      d.session_id IS NOT NULL AND NOT ${sql.raw(sessionExists('d.session_id'))} AS "isSessionOver"
    FROM ${pendingBookNotices} n LEFT JOIN ${books} b ON b.id = n.book_id
      JOIN ${pushSubscriptions} d ON d.id = n.device_id AND d.user_id = n.user_id
    WHERE n.id = ${noticeId}`);
  const [notice] = rows;
  const isGone = notice !== undefined && (notice.isSessionOver || !(await deliver(context, notice)));
  if (isGone)
    return void (await database.transaction((tx) =>
      removeDevices(tx, notice.userId, eq(pushSubscriptions.id, notice.deviceId)),
    ));
  await database.orm.delete(pendingBookNotices).where(eq(pendingBookNotices.id, noticeId));
}

/** Returns false if the device is gone. */
async function deliver({ clock, log, send }: Context, notice: WaitingNotice): Promise<boolean> {
  const { endpoint, p256dh, auth, title, body, path } = notice;
  const sentAt = new Date(notice.createdAt);
  const seconds = Math.ceil((sentAt.getTime() + PUSH_MAX_AGE_MS - clock.now().getTime()) / 1000);
  if (notice.isDropped || seconds <= 0) return true;
  const payload = { title, body, path, sentAt: sentAt.toISOString() };
  const { kind, reason } = await send({ endpoint, keys: { p256dh, auth } }, payload, {
    topic: topicOf(path),
    seconds,
  });
  // Logs the host only: the whole address would allow a reader of the log to send to this device.
  const service = new URL(endpoint).host;
  if (kind === 'away') throw new LostServiceError(`${service} could not be reached: ${reason}`);
  if (kind === 'later') throw new Error(`${service} could not take a notification: ${reason}`);
  if (kind === 'refused') log.warn({ service, reason }, 'a push service refused a notification');
  return kind !== 'gone';
}

/** A push service replaces an undelivered notification of the same topic. At most 32 characters. */
const topicOf = (path: string): string => createHash('sha256').update(path).digest('base64url').slice(0, 22);

import { type SQL, sql } from 'drizzle-orm';
import { MESSAGE_KIND, UNREAD_EMAIL_DELAY_MS } from '#features/notifications/rules.ts';
import {
  addFormer,
  carryOver,
  CARRY_OVER_BATCH_SIZE,
  type FormerNotification,
} from '#features/notifications/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { nowIfAny } from '#platform/server/jobs/scheduled-work.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { pendingPushNotifications, unreadMessageEmails } from '../table.ts';

// Remove in 0.3.0: it carries over what processes of version 0.1.0 write during the upgrade.

type Context = Pick<ServerContext, 'database' | 'jobs' | 'clock'>;

export async function mountCarryOver(context: Context): Promise<void> {
  await context.jobs.handle<FormerPush>('send-push-notification', (job) => carryOverPush(context, job));
  await context.jobs.schedule('carry-over-messages', '* * * * *', () => carryOverMessages(context), {
    due: selectFormerMessages,
    nextDue: nowIfAny(selectFormerMessages),
  });
}

/** The data of a job of version 0.1.0. */
type FormerPush = { messageId: string; deviceId: string };

/** Rows without a job after this time, because the process that wrote them has ended. */
const isLeft = (now: Date): SQL => sql`NOT is_queued AND created_at < ${new Date(now.getTime() - MINUTE_MS)}`;

/** Rows of processes of version 0.1.0 that wait for `carryOverMessages`. */
const selectFormerMessages = (now: Date): SQL => sql`
  SELECT FROM ${pendingPushNotifications} WHERE ${isLeft(now)} UNION ALL SELECT FROM ${unreadMessageEmails}`;

/** Carries over what waits in the former tables of messages; what has a job comes with that. */
async function carryOverMessages(context: Context): Promise<void> {
  const batch = sql`LIMIT ${CARRY_OVER_BATCH_SIZE} FOR UPDATE SKIP LOCKED`;
  await carryOver(context, MESSAGE_KIND, async (tx) => {
    const { rows } = await tx.execute<FormerNotification>(sql`
      DELETE FROM ${unreadMessageEmails} WHERE message_id IN (SELECT message_id FROM ${unreadMessageEmails} ${batch})
      RETURNING user_id AS "userId", conversation_id AS "subjectId", seq, created_at AS "createdAt", mailed_at AS "mailedAt",
        CASE WHEN mailed_at IS NULL THEN created_at + ${sql.raw(`interval '${UNREAD_EMAIL_DELAY_MS} milliseconds'`)} END AS "mailAt"`);
    const left = sql`(message_id, device_id) IN (
      SELECT message_id, device_id FROM ${pendingPushNotifications} WHERE ${isLeft(context.clock.now())} ${batch})`;
    await addFormer(context, tx, MESSAGE_KIND, rows);
    return takePushes(tx, left);
  });
}

/** A job of a process of version 0.1.0: one process at a time has it, so that the push is sent once. */
async function carryOverPush(context: Context, { messageId, deviceId }: FormerPush): Promise<void> {
  await context.database.transaction(async (tx) => {
    const pushes = await takePushes(tx, sql`message_id = ${messageId} AND device_id = ${deviceId}`);
    await addFormer(context, tx, MESSAGE_KIND, pushes);
  });
}

async function takePushes(tx: Transaction, which: SQL): Promise<FormerNotification[]> {
  const { rows } = await tx.execute<FormerNotification>(sql`WITH taken AS (
      DELETE FROM ${pendingPushNotifications} WHERE ${which} RETURNING *)
    SELECT user_id AS "userId", conversation_id AS "subjectId", seq, created_at AS "createdAt",
      array_agg(device_id) AS "pushTo" FROM taken GROUP BY user_id, conversation_id, seq, created_at`);
  return rows;
}

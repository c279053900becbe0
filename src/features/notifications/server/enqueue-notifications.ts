import { type SQL, sql } from 'drizzle-orm';
import { users } from '#features/accounts/server/table.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { defineTopic } from '#platform/server/events/event-bus.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { PUSH_DELAY_SECONDS, PUSH_MAX_AGE_MS } from '../push-rules.ts';
import { MAX_PUSHES_AT_ONCE, MESSAGE_KIND, UNREAD_EMAIL_DELAY_MS } from '../rules.ts';
import { settingSql } from './find-receivers.ts';
import type { NotificationKind, NotificationKey } from './notification-kind.ts';
import { sendEmails } from './send-emails.ts';
import { notifications, notificationSettings, pushSubscriptions } from './table.ts';

export const SEND_PUSH_QUEUE = 'send-push';
export type PushJob = NotificationKey & { deviceId: string };

/** Pushes are stored with a message. Delivered in the process that has written it. */
export const pushesStored = defineTopic<{ userIds: string[]; subjectId: string; seq: number }>(
  'pushes-stored',
);

/**
 * Parts of the statement that writes a message: a notification of the receiver who has a device or wants
 * emails. They read `sent`, the message with one row for each receiver, none if it is withheld. For receivers
 * without either it costs two index lookups. Who writes `hasPushes` delivers `pushesStored`.
 */
export const notificationParts = {
  commonTableExpressions: sql`enqueued AS (
      INSERT INTO ${notifications} (user_id, kind, subject_id, seq, push_to, push_at, mail_at, created_at)
      SELECT sent.receiver_id, ${sql.raw(`'${MESSAGE_KIND}'`)}, sent.conversation_id, sent.seq, coalesce(devices.ids, '{}'),
        CASE WHEN devices.ids IS NOT NULL THEN sent.created_at + ${sql.raw(`interval '${PUSH_DELAY_SECONDS} seconds'`)} END,
        CASE WHEN chosen.wants THEN sent.created_at + ${sql.raw(`interval '${UNREAD_EMAIL_DELAY_MS} milliseconds'`)} END, sent.created_at
      FROM sent LEFT JOIN LATERAL (
          SELECT array_agg(device.id) AS ids FROM ${pushSubscriptions} device WHERE device.user_id = sent.receiver_id) devices ON true
        LEFT JOIN LATERAL (
          SELECT true AS wants FROM ${notificationSettings} setting
          WHERE setting.user_id = sent.receiver_id AND setting.email_on_unread
            AND (sent.event IS NULL OR sent.event ->> 'actorId' IS NOT NULL)) chosen ON true
      WHERE NOT sent.is_withheld AND (devices.ids IS NOT NULL OR chosen.wants)
      ON CONFLICT DO NOTHING RETURNING push_at)`,
  hasPushes: sql`EXISTS (SELECT FROM enqueued WHERE push_at IS NOT NULL)`,
};

export type NewNotification = {
  userId: string;
  subjectId: string;
  previousPrice?: number;
  /** No push is sent, also if the settings allow one. */
  isSilent?: boolean;
  /** When an email is due; now by default, null: no email. */
  mailAt?: Date | null;
};

export type EnqueueContext = Pick<ServerContext, 'jobs' | 'mailer' | 'publicUrl' | 'secrets' | 'localeOf'>;
type EnqueueOptions = {
  now: Date;
  /** A subject is left out whose last notification is newer. */
  unlessSince?: Date;
};

/**
 * Notifies users in the transaction that causes it, as their settings say: pushes are queued, and emails that
 * are due are handed to the mailer. Users who no longer exist are left out. Returns which were written.
 */
export async function enqueueNotifications(
  context: EnqueueContext,
  tx: Transaction,
  kind: NotificationKind,
  entries: readonly NewNotification[],
  options: EnqueueOptions,
): Promise<{ userId: string; subjectId: string }[]> {
  if (entries.length === 0) return [];
  const { now } = options;
  const { rows } = await tx.execute<Written>(insert(kind, withCounts(entries, kind), options));
  for (const { userId, subjectId, pushTo } of rows)
    for (const deviceId of pushTo)
      await enqueuePush(context, tx, { userId, kind: kind.name, subjectId, seq: 0, deviceId });
  const mailed = rows.filter(({ isMailDue }) => isMailDue).map(({ userId }) => userId);
  if (mailed.length > 0) await sendEmails(context, tx, kind, { userIds: [...new Set(mailed)], now });
  return rows;
}

type Written = { userId: string; subjectId: string; pushTo: string[]; isMailDue: boolean };

export const enqueuePush = (
  { jobs }: Pick<ServerContext, 'jobs'>,
  tx: Transaction,
  job: PushJob,
  after = 0,
): Promise<void> => jobs.enqueue(tx, SEND_PUSH_QUEUE, job, { after });

type Counted = NewNotification & { count?: number };

/** Gives the first of more than a few subjects of one user the push for all. */
function withCounts(entries: readonly NewNotification[], { push }: NotificationKind): Counted[] {
  return [...Map.groupBy(entries, ({ userId }) => userId).values()].flatMap((own) =>
    push === undefined || own.length <= MAX_PUSHES_AT_ONCE
      ? own
      : own.map((entry, index) =>
          index === 0 ? { ...entry, count: own.length } : { ...entry, isSilent: true },
        ),
  );
}

function insert(
  { name, push, mail }: NotificationKind,
  entries: readonly Counted[],
  { now, unlessSince }: EnqueueOptions,
): SQL {
  const values = entries.map(
    ({ userId, subjectId, count, previousPrice, isSilent = false, mailAt = now }) => ({
      user_id: userId,
      subject_id: subjectId,
      payload: { count, previousPrice },
      is_silent: isSilent || push === undefined,
      mail_at: mail === undefined ? null : mailAt,
    }),
  );
  const isPushed = push?.setting === undefined ? sql`true` : settingSql(push.setting);
  const isMailed = mail === undefined ? sql`false` : settingSql(mail.setting);
  return sql`INSERT INTO ${notifications} (user_id, kind, subject_id, payload, push_to, push_at, push_result,
      mail_at, mail_result, created_at)
    SELECT e.user_id, ${name}, e.subject_id, jsonb_strip_nulls(e.payload), CASE WHEN push.obstacle IS NULL THEN device.ids ELSE '{}' END,
      CASE WHEN push.obstacle IS NULL THEN ${now}::timestamptz + ${sql.raw(`interval '${PUSH_MAX_AGE_MS} milliseconds'`)} END, nullif(push.obstacle, ''),
      CASE WHEN mail.obstacle IS NULL THEN e.mail_at END, nullif(mail.obstacle, ''), ${now}
    FROM jsonb_to_recordset(${JSON.stringify(values)}::jsonb) AS e(user_id uuid, subject_id uuid, payload jsonb,
        is_silent boolean, mail_at timestamptz)
      JOIN ${users} ON ${users.id} = e.user_id
      LEFT JOIN ${notificationSettings} ON ${notificationSettings.userId} = e.user_id
      CROSS JOIN LATERAL (SELECT array_agg(d.id) AS ids FROM ${pushSubscriptions} d WHERE d.user_id = e.user_id) device
      CROSS JOIN LATERAL (SELECT CASE WHEN e.is_silent THEN '' WHEN NOT ${isPushed} THEN 'switched off'
        WHEN device.ids IS NULL THEN 'no device' END AS obstacle) push
      CROSS JOIN LATERAL (SELECT CASE WHEN e.mail_at IS NULL THEN '' WHEN NOT ${isMailed} THEN 'switched off'
        WHEN NOT ${users.emailVerified} THEN 'email not verified' END AS obstacle) mail
    ORDER BY e.user_id, e.subject_id FOR KEY SHARE OF ${users}
    ON CONFLICT ON CONSTRAINT notifications_once DO UPDATE SET payload = excluded.payload, push_to = excluded.push_to,
        push_at = excluded.push_at, push_result = excluded.push_result, mail_at = excluded.mail_at,
        mail_result = excluded.mail_result, seen_at = NULL, pushed_at = NULL, mailed_at = NULL, created_at = excluded.created_at
      WHERE ${unlessSince === undefined ? sql`true` : sql`${notifications.createdAt} <= ${unlessSince}`}
    RETURNING user_id AS "userId", subject_id AS "subjectId", push_to AS "pushTo", coalesce(mail_at <= ${now}, false) AS "isMailDue"`;
}

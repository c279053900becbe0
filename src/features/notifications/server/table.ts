import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/server/database/columns.ts';
import type { Language } from '../../../platform/shared/texts/languages.ts';
import { users } from '../../accounts/server/table.ts';
import { defaultSettings as defaults, type SettingValues } from '../setting-definitions.ts';

/** `count`: the first of so many subjects stands for all. */
type NotificationPayload = { count?: number; previousPrice?: number };

/** The push subscription of a browser, as its push service issued it. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    endpoint: text().notNull().unique(),
    /** base64url */
    p256dh: text().notNull(),
    auth: text().notNull(),
    /** The session that registered it, of the embedded provider. The device gets nothing once that has ended. */
    sessionId: uuid('session_id'),
    /** Of the pages of this browser; null until they confirm it again. */
    language: text().$type<Language>(),
    createdAt: timestamptz('created_at').notNull(),
    /** When a signed-in user last confirmed it as theirs. */
    confirmedAt: timestamptz('confirmed_at').notNull(),
  },
  (table) => [index('push_subscriptions_user').on(table.userId, table.confirmedAt)],
);

/** The settings of a user, as `setting-definitions.ts` names them; without a row the defaults are in force. */
export const notificationSettings = pgTable('notification_settings', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  mailMessages: boolean('email_on_unread').notNull().default(defaults.mailMessages),
  pushWanted: boolean('push_wanted').notNull().default(defaults.pushWanted),
  mailWanted: text('mail_wanted').$type<SettingValues['mailWanted']>().notNull().default(defaults.mailWanted),
  pushPrices: boolean('push_prices').notNull().default(defaults.pushPrices),
  mailPrices: boolean('mail_prices').notNull().default(defaults.mailPrices),
  pushReminders: boolean('push_reminders').notNull().default(defaults.pushReminders),
  mailReminders: boolean('mail_reminders').notNull().default(defaults.mailReminders),
});

/**
 * What a user is notified of, by push and by email: written in the transaction that causes it, and stored for
 * a month with what has become of it. It contains no text of users. No foreign keys: the row of a user or a
 * message would be locked with each message.
 */
export const notifications = pgTable(
  'notifications',
  {
    userId: uuid('user_id').notNull(),
    /** The name of a `NotificationKind`. */
    kind: text().notNull(),
    /** A conversation, a listing or a purchase. With `seq` it prevents a second notification. */
    subjectId: uuid('subject_id').notNull(),
    /** The number of the message; 0 for other subjects. */
    seq: integer().notNull().default(0),
    payload: jsonb().$type<NotificationPayload>().notNull().default({}),
    /** When jobs for its pushes are due; once they are queued, when these expire. Null: no push waits. */
    pushAt: timestamptz('push_at'),
    /** The devices that have not got it yet. */
    pushTo: uuid('push_to').array().notNull().default([]),
    /** When a push service accepted it, and the last result: 'sent', or why not. */
    pushedAt: timestamptz('pushed_at'),
    pushResult: text('push_result'),
    /** When an email is due. Null: none waits. */
    mailAt: timestamptz('mail_at'),
    mailedAt: timestamptz('mailed_at'),
    mailResult: text('mail_result'),
    /** When the user saw it on a page. */
    seenAt: timestamptz('seen_at'),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    primaryKey({
      name: 'notifications_once',
      columns: [table.userId, table.kind, table.subjectId, table.seq],
    }),
    index('notifications_push')
      .on(table.pushAt)
      .where(sql`push_at is not null`),
    index('notifications_mail')
      .on(table.mailAt)
      .where(sql`mail_at is not null`),
    index('notifications_mailed')
      .on(table.userId, table.kind, table.mailedAt)
      .where(sql`mailed_at is not null`),
    index('notifications_created').on(table.createdAt),
  ],
);

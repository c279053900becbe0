import { boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/server/database/columns.ts';
import { users } from '../../accounts/server/table.ts';
import { books } from '../../books/server/table.ts';
import { messages } from '../../conversations/server/table.ts';
import { defaultNotificationSettings as defaults } from '../default-settings.ts';

type WantedMail = 'at-once' | 'daily' | 'off';

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
    /**
     * The session that registered it, if it is one of the embedded provider. When that ends, the device gets
     * no more messages.
     */
    sessionId: uuid('session_id'),
    createdAt: timestamptz('created_at').notNull(),
    /** When a signed-in user last confirmed it as theirs. */
    confirmedAt: timestamptz('confirmed_at').notNull(),
  },
  (table) => [index('push_subscriptions_user').on(table.userId, table.confirmedAt)],
);

/** The settings of a user; without a row the defaults of the columns are in force. */
export const notificationSettings = pgTable('notification_settings', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Sends an email for messages that are unread for an hour. */
  emailOnUnread: boolean('email_on_unread').notNull().default(defaults.mailMessages),
  /** Sends push messages about wanted books. */
  pushWanted: boolean('push_wanted').notNull().default(defaults.pushWanted),
  /** Emails about wanted books. */
  mailWanted: text('mail_wanted').$type<WantedMail>().notNull().default(defaults.mailWanted),
  /** Sends push messages, or emails, about lower prices of saved books. */
  pushPrices: boolean('push_prices').notNull().default(defaults.pushPrices),
  mailPrices: boolean('mail_prices').notNull().default(defaults.mailPrices),
  /** The same about own listings that end, and about bought books to sell again. */
  pushReminders: boolean('push_reminders').notNull().default(defaults.pushReminders),
  mailReminders: boolean('mail_reminders').notNull().default(defaults.mailReminders),
});

/**
 * A push message about a book for a device, written in the transaction that causes it and deleted once
 * sent.
 */
export const pendingBookNotices = pgTable(
  'pending_book_notices',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** No foreign key: deleting a device concurrently must not fail what causes the notice. */
    deviceId: uuid('device_id').notNull(),
    /** The notice is dropped once this listing is no longer for sale; null: it is about none. */
    bookId: uuid('book_id').references(() => books.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    body: text().notNull(),
    path: text().notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    index('pending_book_notices_user').on(table.userId),
    index('pending_book_notices_book').on(table.bookId),
    index('pending_book_notices_device').on(table.deviceId),
    index('pending_book_notices_created').on(table.createdAt),
  ],
);

/**
 * A message to send to a device, written in the statement that writes the message and deleted once sent.
 * Deleted with its message, and so with its conversation and users.
 */
export const pendingPushNotifications = pgTable(
  'pending_push_notifications',
  {
    messageId: uuid('message_id')
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    /** No foreign key: deleting a device concurrently must not fail the message. */
    deviceId: uuid('device_id').notNull(),
    userId: uuid('user_id').notNull(),
    conversationId: uuid('conversation_id').notNull(),
    seq: integer().notNull(),
    /** A job exists for it. */
    isQueued: boolean('is_queued').notNull().default(false),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'pending_push_notifications_once', columns: [table.messageId, table.deviceId] }),
    index('pending_push_notifications_conversation').on(table.userId, table.conversationId, table.seq),
    index('pending_push_notifications_device').on(table.deviceId),
    index('pending_push_notifications_created').on(table.createdAt),
  ],
);

/** A message that causes an email if its receiver leaves it unread. */
export const unreadMessageEmails = pgTable(
  'unread_message_emails',
  {
    messageId: uuid('message_id')
      .primaryKey()
      .references(() => messages.id, { onDelete: 'cascade' }),
    userId: uuid('user_id').notNull(),
    conversationId: uuid('conversation_id').notNull(),
    seq: integer().notNull(),
    createdAt: timestamptz('created_at').notNull(),
    /**
     * When the email was sent. The row stays until its message is read, and prevents further emails about the
     * conversation.
     */
    mailedAt: timestamptz('mailed_at'),
  },
  (table) => [
    index('unread_message_emails_conversation').on(table.userId, table.conversationId, table.seq),
    index('unread_message_emails_created').on(table.createdAt),
  ],
);

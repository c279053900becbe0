import { boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/server/database/columns.ts';
import { users } from '../../accounts/server/table.ts';
import { messages } from '../../conversations/server/table.ts';

/** A browser that may be woken: its push subscription, as its push service gave it. */
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
    /** The session in which it was handed in, where that is one of ours: with it, the device is told nothing more. */
    sessionId: uuid('session_id'),
    createdAt: timestamptz('created_at').notNull(),
    /** When somebody who was signed in last said from there that it is theirs. */
    confirmedAt: timestamptz('confirmed_at').notNull(),
  },
  (table) => [index('push_subscriptions_user').on(table.userId, table.confirmedAt)],
);

/** What somebody chose; without a row nobody is mailed. */
export const notificationSettings = pgTable('notification_settings', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** A mail for messages that are unread after an hour. */
  emailOnUnread: boolean('email_on_unread').notNull().default(false),
});

/**
 * A message that a device is still to be told of, written in the statement that writes the message; gone once told. It goes with its
 * message, and thereby with its conversation and its people.
 */
export const pendingPushNotifications = pgTable(
  'pending_push_notifications',
  {
    messageId: uuid('message_id')
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    /** No foreign key: a device that goes at the very moment must not take the message along. */
    deviceId: uuid('device_id').notNull(),
    userId: uuid('user_id').notNull(),
    conversationId: uuid('conversation_id').notNull(),
    seq: integer().notNull(),
    /** There is a job that tells it. */
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

/** A message that its receiver is mailed about if they leave it unread. */
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
    /** When it was mailed. It then stands until its message is read, and so long no other mail is sent of the conversation. */
    mailedAt: timestamptz('mailed_at'),
  },
  (table) => [
    index('unread_message_emails_conversation').on(table.userId, table.conversationId, table.seq),
    index('unread_message_emails_created').on(table.createdAt),
  ],
);

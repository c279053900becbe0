import { boolean, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { time } from '../../../platform/server/database/columns.ts';
import { users } from '../../accounts/server/table.ts';
import { conversations, messages } from '../../conversations/server/table.ts';

/** A browser that may be woken: its push subscription, as its push service gave it. */
export const pushDevices = pgTable(
  'push_devices',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    endpoint: text().notNull().unique(),
    /** base64url */
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [index('push_devices_user').on(table.userId, table.createdAt)],
);

/** What somebody chose; without a row nobody is mailed. */
export const notificationSettings = pgTable('notification_settings', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** A mail for messages that are unread after an hour. */
  mailMessages: boolean('mail_messages').notNull().default(false),
});

/** A message that somebody is still to be told of, once on each device, or by mail where there is no device. Gone once told. */
export const messageNotices = pgTable(
  'message_notices',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    conversationId: uuid('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    messageId: uuid('message_id')
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    seq: integer().notNull(),
    /** Null is the mail. */
    deviceId: uuid('device_id').references(() => pushDevices.id, { onDelete: 'cascade' }),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    unique('message_notices_once').on(table.messageId, table.deviceId).nullsNotDistinct(),
    index('message_notices_conversation').on(table.userId, table.conversationId, table.seq),
    index('message_notices_device').on(table.deviceId),
    index('message_notices_created').on(table.createdAt),
    index('message_notices_of_conversation').on(table.conversationId),
  ],
);

import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/server/database/columns.ts';
import { users } from '../../accounts/server/table.ts';
import { books } from '../../books/server/table.ts';
import type { StoredEvent } from '../message-events.ts';
import { messageTypes } from '../message-types.ts';

/**
 * One conversation per book and buyer. Sending and reading lock its row, so that it can hold what the list
 * shows: the last message and the unread counts. The indexes are ascending and read backwards.
 */
export const conversations = pgTable(
  'conversations',
  {
    id: uuid().primaryKey(),
    /** A deleted book keeps its row, so that its conversations keep their title. */
    bookId: uuid('book_id')
      .notNull()
      .references(() => books.id, { onDelete: 'cascade' }),
    buyerId: uuid('buyer_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sellerId: uuid('seller_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The last `seq`; 0 before the first message. */
    lastSeq: integer('last_seq').notNull().default(0),
    /** No foreign key: messages refer to their conversation, and the two keys would form a cycle. */
    lastMessageId: uuid('last_message_id'),
    lastMessageContent: text('last_message_content'),
    /** Null also for an event that concerns both participants. */
    lastMessageSenderId: uuid('last_message_sender_id'),
    /** Visible to its sender only. */
    lastMessageIsWithheld: boolean('last_message_is_withheld').notNull().default(false),
    /** The time of the last message; before the first one, when the conversation was opened. */
    lastMessageAt: timestamptz('last_message_at').notNull(),
    buyerUnread: integer('buyer_unread').notNull().default(0),
    sellerUnread: integer('seller_unread').notNull().default(0),
    /** Read positions. The last message was read at `…ReadAt`. */
    buyerReadSeq: integer('buyer_read_seq').notNull().default(0),
    buyerReadAt: timestamptz('buyer_read_at'),
    sellerReadSeq: integer('seller_read_seq').notNull().default(0),
    sellerReadAt: timestamptz('seller_read_at'),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    unique('conversations_book_buyer').on(table.bookId, table.buyerId),
    index('conversations_buyer').on(table.buyerId, table.lastMessageAt, table.id),
    index('conversations_seller').on(table.sellerId, table.lastMessageAt, table.id),
    // The few conversations whose position differs between the lists of their participants.
    index('conversations_withheld_buyer')
      .on(table.buyerId)
      .where(sql`last_message_is_withheld`),
    index('conversations_withheld_seller')
      .on(table.sellerId)
      .where(sql`last_message_is_withheld`),
    check('conversations_two_people', sql`${table.buyerId} <> ${table.sellerId}`),
    check('conversations_unread', sql`${table.buyerUnread} >= 0 and ${table.sellerUnread} >= 0`),
    check(
      'conversations_read',
      sql`${table.buyerReadSeq} between 0 and ${table.lastSeq} and ${table.sellerReadSeq} between 0 and ${table.lastSeq}`,
    ),
    check('conversations_last_message', sql`(${table.lastMessageId} is null) = (${table.lastSeq} = 0)`),
  ],
);

/**
 * Sender and receiver are the participants. The conversation has their foreign keys, and deleting a user
 * deletes the messages through it. Keys here would cost two more indexes on the largest table.
 */
export const messages = pgTable(
  'messages',
  {
    id: uuid().primaryKey(),
    conversationId: uuid('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    senderId: uuid('sender_id').notNull(),
    receiverId: uuid('receiver_id').notNull(),
    content: text().notNull(),
    /** The offer of a message of type 'offer' is a row of `trades`, that of 'meeting' a row of `meetings`. */
    messageType: text('message_type', { enum: messageTypes }).notNull().default('text'),
    /** The event of a message of type 'event'. */
    event: jsonb().$type<StoredEvent>(),
    /** The position in the conversation, from 1. Withheld messages are gaps for their receiver. */
    seq: integer().notNull(),
    /** Set by the sender's client. The same id again is the same message. */
    clientMessageId: uuid('client_message_id').notNull(),
    readAt: timestamptz('read_at'),
    /** When the sender of an event for both users has read it. */
    senderReadAt: timestamptz('sender_read_at'),
    /** True if the receiver had blocked the sender. Visible to the sender only. */
    isWithheld: boolean('is_withheld').notNull().default(false),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    unique('messages_place').on(table.conversationId, table.seq),
    unique('messages_sent_once').on(table.conversationId, table.senderId, table.clientMessageId),
    check('messages_two_people', sql`${table.senderId} <> ${table.receiverId}`),
    // 4,000 characters as PostgreSQL counts them: code points.
    check('messages_content', sql`char_length(${table.content}) between 1 and 4000`),
    check('messages_known_type', sql`${table.messageType} in ('text', 'offer', 'event', 'meeting')`),
    check('messages_event', sql`(${table.messageType} = 'event') = (${table.event} is not null)`),
    check('messages_seq', sql`${table.seq} > 0`),
  ],
);

/** Written by processes of version 0.1.0 only, and carried over to `notifications`: a push for a device. */
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

/** Written by version 0.1.0 only, too: a message that causes an email if its receiver leaves it unread. */
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
    /** When it was sent. The row stays until its message is read, and prevents further emails. */
    mailedAt: timestamptz('mailed_at'),
  },
  (table) => [
    index('unread_message_emails_conversation').on(table.userId, table.conversationId, table.seq),
    index('unread_message_emails_created').on(table.createdAt),
  ],
);

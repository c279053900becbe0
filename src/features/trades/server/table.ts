import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/server/database/columns.ts';
import { books } from '../../books/server/table.ts';
import { conversations } from '../../conversations/server/table.ts';
import type { AgreedPart, OfferEndReason, OfferState } from '../../conversations/rules.ts';
import type { AgreedListing } from '../agreed-listing.ts';

/** Offers are messages, and have the ids of those. They are written while the row of their book is locked. */
export const offers = pgTable(
  'offers',
  {
    id: uuid().primaryKey(),
    conversationId: uuid('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    bookId: uuid('book_id')
      .notNull()
      .references(() => books.id, { onDelete: 'cascade' }),
    /** The two of the conversation, which has their foreign keys. */
    senderId: uuid('sender_id').notNull(),
    receiverId: uuid('receiver_id').notNull(),
    /** Cents. */
    amount: integer().notNull(),
    state: text().$type<OfferState>().notNull().default('pending'),
    endReason: text('end_reason').$type<OfferEndReason>(),
    /** Of its message: the receiver had blocked the sender. */
    isWithheld: boolean('is_withheld').notNull(),
    day: date().notNull(),
    /** From 1: the sixth offer of a day is refused. */
    numberOfDay: smallint('number_of_day').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
    endedAt: timestamptz('ended_at'),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('offers_pending')
      .on(table.conversationId)
      .where(sql`state = 'pending'`),
    index('offers_pending_of_book')
      .on(table.bookId)
      .where(sql`state = 'pending'`),
    index('offers_due')
      .on(table.expiresAt)
      .where(sql`state = 'pending'`),
    index('offers_conversation').on(table.conversationId),
    check('offers_number', sql`${table.numberOfDay} between 1 and 5`),
    check('offers_amount', sql`${table.amount} between 100 and 999999`),
    check(
      'offers_state',
      sql`${table.state} in ('pending', 'accepted', 'declined', 'withdrawn', 'expired', 'countered')`,
    ),
    check('offers_ended', sql`(${table.state} = 'pending') = (${table.endedAt} is null)`),
  ],
);

/** A book reserved for the buyer of a conversation. */
export const reservations = pgTable(
  'reservations',
  {
    id: uuid().primaryKey(),
    bookId: uuid('book_id')
      .notNull()
      .references(() => books.id, { onDelete: 'cascade' }),
    conversationId: uuid('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    buyerId: uuid('buyer_id').notNull(),
    sellerId: uuid('seller_id').notNull(),
    /** Null: the seller reserved it without an offer. */
    offerId: uuid('offer_id'),
    /** The agreed price, in cents. The two alone know it. */
    price: integer().notNull(),
    /** The listing as it was then. Null: reserved by a version that did not keep it. */
    agreed: jsonb().$type<AgreedListing>(),
    /** What the seller has changed since, and the buyer was notified of. */
    notifiedChanges: text('notified_changes')
      .array()
      .$type<AgreedPart[]>()
      .notNull()
      .default(sql`'{}'::text[]`),
    state: text({ enum: ['active', 'canceled', 'expired', 'completed'] })
      .notNull()
      .default('active'),
    until: timestamptz('until').notNull(),
    endedAt: timestamptz('ended_at'),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('reservations_active')
      .on(table.bookId)
      .where(sql`state = 'active'`),
    index('reservations_due')
      .on(table.until)
      .where(sql`state = 'active'`),
    index('reservations_book').on(table.bookId),
    index('reservations_conversation').on(table.conversationId),
    check('reservations_price', sql`${table.price} between 0 and 999999`),
    check('reservations_state', sql`${table.state} in ('active', 'canceled', 'expired', 'completed')`),
    check('reservations_ended', sql`(${table.state} = 'active') = (${table.endedAt} is null)`),
  ],
);

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
import { users } from '../../accounts/server/table.ts';
import { MAX_AMOUNT } from '../../../platform/shared/market/market.ts';
import { books } from '../../books/server/table.ts';
import type { AgreedPart } from '../../conversations/rules.ts';
import { conversations } from '../../conversations/server/table.ts';
import type { AgreedListing, NamedSaleState, OfferedListing, OfferEndReason, OfferState } from '../rules.ts';

const maxAmount = sql.raw(String(MAX_AMOUNT));

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
    amount: integer().notNull(),
    /** The price of the listing when the offer was made. A trigger reads it from what 0.1.0 stores. */
    askingPrice: integer('asking_price'),
    /** The listing as it was then. Null: made by a version that did not keep it. */
    offeredListing: jsonb('offered_listing').$type<OfferedListing>(),
    state: text().$type<OfferState>().notNull().default('pending'),
    endReason: text('end_reason').$type<OfferEndReason>(),
    /** Whether its message is withheld because the receiver had blocked the sender. */
    isWithheld: boolean('is_withheld').notNull(),
    day: date().notNull(),
    /** The number within the day, from 1: the sixth offer of a day is refused. */
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
    check('offers_amount', sql`${table.amount} between 1 and ${maxAmount}`),
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
    /** The agreed price. The two alone know it. */
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
    check('reservations_price', sql`${table.price} between 0 and ${maxAmount}`),
    check('reservations_state', sql`${table.state} in ('active', 'canceled', 'expired', 'completed')`),
    check('reservations_ended', sql`(${table.state} = 'active') = (${table.endedAt} is null)`),
  ],
);

/**
 * The wrong codes of a conversation, at its reservation of the last one. Written while the row of the book is
 * locked.
 */
export const wrongHandoverCodes = pgTable(
  'wrong_handover_codes',
  {
    reservationId: uuid('reservation_id')
      .primaryKey()
      .references(() => reservations.id, { onDelete: 'cascade' }),
    count: smallint().notNull(),
    /** Null before the fifth. */
    pausedUntil: timestamptz('paused_until'),
  },
  (table) => [
    check('wrong_handover_codes_count', sql`${table.count} between 1 and 5`),
    check('wrong_handover_codes_paused', sql`(${table.count} = 5) = (${table.pausedUntil} is not null)`),
  ],
);

/**
 * A sale that its buyer has confirmed. When one participant leaves, the row stays without them; without its
 * listing, too, if the seller leaves.
 */
export const confirmedSales = pgTable(
  'confirmed_sales',
  {
    /** The id of the reservation or the named sale that it came from. */
    id: uuid().primaryKey(),
    bookId: uuid('book_id').references(() => books.id, { onDelete: 'set null' }),
    sellerId: uuid('seller_id').references(() => users.id, { onDelete: 'set null' }),
    buyerId: uuid('buyer_id').references(() => users.id, { onDelete: 'set null' }),
    /**
     * The sales of one seller: their id, and a random one after they have left. Price guidance counts each
     * seller once.
     */
    sellerKey: uuid('seller_key').notNull(),
    /**
     * Keyed hashes of the emails: accounts of one mailbox count as one, also after they have left. Null after
     * a year, and for sales of before this rule.
     */
    sellerMailbox: text('seller_mailbox'),
    buyerMailbox: text('buyer_mailbox'),
    /** The agreed price. Seller and buyer alone know it. */
    price: integer().notNull(),
    /** The title of the listing at the time of the sale: the buyer of a former listing keeps it. */
    title: text(),
    author: text(),
    subject: text(),
    /** 13 digits. */
    isbn: text(),
    condition: text().notNull(),
    confirmedAt: timestamptz('confirmed_at').notNull(),
    /** Whether profiles count it. It stays when one of the users leaves. */
    counts: boolean().notNull().default(true),
    /** The end of the time in which the price counts. Null while its group is incomplete. */
    countsUntil: timestamptz('counts_until'),
  },
  (table) => [
    uniqueIndex('confirmed_sales_book')
      .on(table.bookId)
      .where(sql`book_id is not null`),
    index('confirmed_sales_isbn')
      .on(table.isbn, table.confirmedAt)
      .where(sql`isbn is not null`),
    index('confirmed_sales_seller')
      .on(table.sellerId, table.confirmedAt)
      .where(sql`seller_id is not null`),
    index('confirmed_sales_buyer')
      .on(table.buyerId, table.confirmedAt)
      .where(sql`buyer_id is not null`),
    index('confirmed_sales_time')
      .on(table.confirmedAt, table.id)
      .where(sql`buyer_id is not null`),
    index('confirmed_sales_mailboxes')
      .on(table.sellerMailbox, table.buyerMailbox)
      .where(sql`seller_mailbox is not null`),
    check('confirmed_sales_users', sql`${table.sellerId} <> ${table.buyerId}`),
    check('confirmed_sales_price', sql`${table.price} between 0 and ${maxAmount}`),
    check('confirmed_sales_isbn_digits', sql`${table.isbn} ~ '^97[89][0-9]{10}$'`),
    check(
      'confirmed_sales_condition',
      sql`${table.condition} in ('Like New', 'Excellent', 'Good', 'Fair', 'Poor')`,
    ),
  ],
);

/**
 * A book that its seller marked as sold to a user who wrote about it, and that user's response. Written
 * while the row of the book is locked. The confirmed sale that a 'Yes' makes has the same id.
 */
export const namedSales = pgTable(
  'named_sales',
  {
    id: uuid().primaryKey(),
    bookId: uuid('book_id')
      .notNull()
      .references(() => books.id, { onDelete: 'cascade' }),
    conversationId: uuid('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    sellerId: uuid('seller_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    buyerId: uuid('buyer_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The reservation of the buyer that ended with this sale. Null: there was none, or a former version sold. */
    reservationId: uuid('reservation_id').references(() => reservations.id, { onDelete: 'set null' }),
    /** The agreed price. The two alone know it. */
    price: integer().notNull(),
    state: text().$type<NamedSaleState>().notNull().default('waiting'),
    createdAt: timestamptz('created_at').notNull(),
    answeredAt: timestamptz('answered_at'),
  },
  (table) => [
    uniqueIndex('named_sales_of_book')
      .on(table.bookId)
      .where(sql`state <> 'withdrawn'`),
    index('named_sales_book').on(table.bookId, table.buyerId),
    uniqueIndex('named_sales_reservation')
      .on(table.reservationId)
      .where(sql`reservation_id is not null`),
    index('named_sales_waiting')
      .on(table.buyerId, table.createdAt)
      .where(sql`state = 'waiting'`),
    index('named_sales_seller').on(table.sellerId, table.createdAt),
    index('named_sales_buyer').on(table.buyerId),
    index('named_sales_conversation').on(table.conversationId),
    check('named_sales_users', sql`${table.sellerId} <> ${table.buyerId}`),
    check('named_sales_price', sql`${table.price} between 0 and ${maxAmount}`),
    check('named_sales_state', sql`${table.state} in ('waiting', 'confirmed', 'denied', 'withdrawn')`),
  ],
);

/** The question at the end of a semester whether a buyer is done with a book. Once for each purchase. */
export const resaleQuestions = pgTable(
  'resale_questions',
  {
    saleId: uuid('sale_id')
      .primaryKey()
      .references(() => confirmedSales.id, { onDelete: 'cascade' }),
    buyerId: uuid('buyer_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    semesterEnd: date('semester_end').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    dismissedAt: timestamptz('dismissed_at'),
    /** When the buyer was notified of it. */
    notifiedAt: timestamptz('notified_at'),
  },
  (table) => [
    index('resale_questions_buyer').on(table.buyerId),
    index('resale_questions_unnotified')
      .on(table.buyerId)
      .where(sql`notified_at is null`),
  ],
);

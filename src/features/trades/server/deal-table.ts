import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/server/database/columns.ts';
import { users } from '../../accounts/server/table.ts';
import { books } from '../../books/server/table.ts';
import { conversations } from '../../conversations/server/table.ts';
import { confirmedSales } from './sale-table.ts';
import type { NamedSaleState } from '../deal-rules.ts';

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
    /** The agreed price, in cents. The two alone know it. */
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
    index('named_sales_waiting')
      .on(table.buyerId, table.createdAt)
      .where(sql`state = 'waiting'`),
    index('named_sales_seller').on(table.sellerId, table.createdAt),
    index('named_sales_buyer').on(table.buyerId),
    index('named_sales_conversation').on(table.conversationId),
    check('named_sales_users', sql`${table.sellerId} <> ${table.buyerId}`),
    check('named_sales_price', sql`${table.price} between 0 and 999999`),
    check('named_sales_state', sql`${table.state} in ('waiting', 'confirmed', 'denied', 'withdrawn')`),
  ],
);

/** At the end of a semester: whether the buyer of a book is done with it. Once for each purchase. */
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

import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/server/database/columns.ts';
import { users } from '../../accounts/server/table.ts';
import { books } from '../../books/server/table.ts';

/**
 * A sale that its buyer has confirmed. When one of the two leaves, the row stays without them; without its
 * listing, too, if the seller leaves.
 */
export const confirmedSales = pgTable(
  'confirmed_sales',
  {
    /** Of the reservation, or of the named sale, that it came from. */
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
    /** The agreed price, in cents. Seller and buyer alone know it. */
    price: integer().notNull(),
    /** As the listing said then: of a former listing, its buyer keeps them. */
    title: text(),
    author: text(),
    subject: text(),
    /** 13 digits. */
    isbn: text(),
    condition: text().notNull(),
    confirmedAt: timestamptz('confirmed_at').notNull(),
    /** In the numbers of profiles. It stays when one of the two leaves. */
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
    check('confirmed_sales_price', sql`${table.price} between 0 and 999999`),
    check('confirmed_sales_isbn_digits', sql`${table.isbn} ~ '^97[89][0-9]{10}$'`),
    check(
      'confirmed_sales_condition',
      sql`${table.condition} in ('Like New', 'Excellent', 'Good', 'Fair', 'Poor')`,
    ),
  ],
);

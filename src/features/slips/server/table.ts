import { sql } from 'drizzle-orm';
import { check, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/server/database/columns.ts';
import { books } from '../../books/server/table.ts';

/**
 * The short address of a listing, made when its slip is first opened. It outlives the listing, without it: strips
 * hang on a board for months.
 */
export const shortAddresses = pgTable(
  'short_addresses',
  {
    code: text().primaryKey(),
    bookId: uuid('book_id')
      .unique()
      .references(() => books.id, { onDelete: 'set null' }),
    /** Of the listing when the address was made: what is offered once the listing's row is gone. */
    isbn: text(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [check('short_addresses_code', sql`${table.code} ~ '^[a-z0-9]{7}$'`)],
);

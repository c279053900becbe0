import { index, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../../platform/server/database/columns.ts';
import { books } from '../table.ts';

/** A price that a listing had until its seller changed it. Kept for as long as it limits `previousPrice`. */
export const priceChanges = pgTable(
  'price_changes',
  {
    id: uuid().notNull(),
    bookId: uuid('book_id')
      .notNull()
      .references(() => books.id, { onDelete: 'cascade' }),
    /** Cents. */
    formerPrice: integer('former_price').notNull(),
    changedAt: timestamptz('changed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.bookId, table.id] }),
    index('price_changes_age').on(table.changedAt),
  ],
);

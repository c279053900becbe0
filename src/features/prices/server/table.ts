import { index, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/server/database/columns.ts';
import { users } from '../../accounts/server/table.ts';
import { books } from '../../books/server/table.ts';

/** Written by processes of version 0.1.0 only, and carried over to `notifications`: when a user was notified. */
export const priceNotices = pgTable(
  'price_notices',
  {
    bookId: uuid('book_id')
      .notNull()
      .references(() => books.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    notifiedAt: timestamptz('notified_at').notNull(),
    /** What it cost when the user saved it, or the price that its page shows struck out. */
    previousPrice: integer('previous_price'),
    /** When the user saw it on Favorites. */
    seenAt: timestamptz('seen_at'),
  },
  (table) => [
    primaryKey({ name: 'price_notices_once', columns: [table.bookId, table.userId] }),
    index('price_notices_user').on(table.userId),
    index('price_notices_age').on(table.notifiedAt),
  ],
);

/** A price that a listing had until its seller changed it. Kept for as long as it limits `previousPrice`. */
export const priceChanges = pgTable(
  'price_changes',
  {
    id: uuid().notNull(),
    bookId: uuid('book_id')
      .notNull()
      .references(() => books.id, { onDelete: 'cascade' }),
    formerPrice: integer('former_price').notNull(),
    changedAt: timestamptz('changed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.bookId, table.id] }),
    index('price_changes_age').on(table.changedAt),
  ],
);

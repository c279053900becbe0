import { index, pgTable, unique, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/server/database/columns.ts';
import { users } from '../../accounts/server/table.ts';
import { books } from '../../books/server/table.ts';

/** A book that a user has saved. */
export const favorites = pgTable(
  'favorites',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    bookId: uuid('book_id')
      .notNull()
      .references(() => books.id, { onDelete: 'cascade' }),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    unique('favorites_once').on(table.userId, table.bookId),
    index('favorites_newest').on(table.userId, table.createdAt, table.id),
    index('favorites_book').on(table.bookId),
  ],
);

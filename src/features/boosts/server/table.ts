import { index, pgTable, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/server/database/columns.ts';
import { books } from '../../books/server/table.ts';
import { payments } from '../../payments/server/table.ts';

/** Time at the top that a payment gave to a listing. Lists read the listing's `boosted_until` only. */
export const boosts = pgTable(
  'boosts',
  {
    id: uuid().primaryKey(),
    paymentId: uuid('payment_id')
      .notNull()
      .unique()
      .references(() => payments.id, { onDelete: 'cascade' }),
    bookId: uuid('book_id')
      .notNull()
      .references(() => books.id, { onDelete: 'cascade' }),
    startsAt: timestamptz('starts_at').notNull(),
    endsAt: timestamptz('ends_at').notNull(),
    /** Taken back with its money. */
    revokedAt: timestamptz('revoked_at'),
  },
  (table) => [index('boosts_of_book').on(table.bookId)],
);

import { index, pgTable, uuid } from 'drizzle-orm/pg-core';
import { time } from '../../../platform/server/database/columns.ts';
import { books } from '../../books/server/table.ts';
import { payments } from '../../payments/server/table.ts';

/** Time on top that a payment gave to a listing. The listing's own `boosted_until` is what the lists look at. */
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
    startsAt: time('starts_at').notNull(),
    endsAt: time('ends_at').notNull(),
    /** Taken back with its money. */
    revokedAt: time('revoked_at'),
  },
  (table) => [index('boosts_of_book').on(table.bookId)],
);

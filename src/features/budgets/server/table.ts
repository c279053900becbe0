import { date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { users } from '../../accounts/server/table.ts';

/** What an account has written on a day (UTC), for its budgets. Kept for two days. */
export const dailyUsage = pgTable(
  'daily_usage',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    day: date().notNull(),
    /** From the list in `rules.ts`. */
    kind: text().notNull(),
    amount: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.day, table.kind] }),
    index('daily_usage_day').on(table.day),
  ],
);

import { date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { users } from '../table.ts';

/** What an account has used on a day (UTC), for its budgets and limits. Kept for two days. */
export const dailyUsage = pgTable(
  'daily_usage',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    day: date().notNull(),
    /** `BudgetKind`, `LimitedUse` or `Pace` of `budget-rules.ts`; the same behind the prefixes of `usage-of-mailbox.ts`. */
    kind: text().notNull(),
    /** Of a pace: the second of the day until which it is used. */
    amount: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.day, table.kind] }),
    index('daily_usage_day').on(table.day),
  ],
);

/** The same of no account: what several share, and what deleted ones had used. Kept for the day. */
export const unownedUsage = pgTable(
  'unowned_usage',
  {
    /** `UNVERIFIED_ACCOUNTS`, or deleted accounts of a mailbox: its keyed hash (`usage-of-mailbox.ts`). */
    owner: text().notNull(),
    day: date().notNull(),
    kind: text().notNull(),
    amount: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.owner, table.day, table.kind] }),
    index('unowned_usage_day').on(table.day),
  ],
);

export const UNVERIFIED_ACCOUNTS = 'unverified accounts';

import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** What is made at first start and kept where every process finds it: keys, and what the start itself must remember. */
export const keptValues = pgTable('kept_values', {
  name: text().primaryKey(),
  value: text().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});

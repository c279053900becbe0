import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Keys made at first start, kept where every process finds them. */
export const keptSecrets = pgTable('kept_secrets', {
  name: text().primaryKey(),
  value: text().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});

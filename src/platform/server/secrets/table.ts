import { pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '../database/columns.ts';

/** What is made at first start and kept where every process finds it: keys, and what the start itself must remember. */
export const installationState = pgTable('installation_state', {
  name: text().primaryKey(),
  value: text().notNull(),
  createdAt: timestamptz('created_at').notNull(),
});

import { pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '../database/columns.ts';

/** Values created at the first start and stored for every process: keys, and state of the start itself. */
export const installationState = pgTable('installation_state', {
  name: text().primaryKey(),
  value: text().notNull(),
  createdAt: timestamptz('created_at').notNull(),
});

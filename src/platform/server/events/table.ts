import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';

/**
 * Events of the last two minutes, for processes that missed them: ids and times, no texts of users. Unlogged:
 * after a crash of the database it is empty, and every process reports a gap.
 */
export const recentEvents = pgTable('recent_events', {
  id: uuid().primaryKey(),
  topic: text().notNull(),
  payload: jsonb().notNull(),
});

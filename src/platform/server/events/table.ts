import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';

/**
 * Events of the last two minutes, for processes that have missed them: ids and times, no texts of users.
 * The id begins with the time. The table is not logged: a crash of the database empties it, and then every
 * process reports a gap.
 */
export const recentEvents = pgTable('recent_events', {
  id: uuid().primaryKey(),
  topic: text().notNull(),
  payload: jsonb().notNull(),
});

import { sql } from 'drizzle-orm';
import { jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Jobs of a market on their way to the queue of its cell: ids, no texts of users. */
export const jobOutbox = pgTable('job_outbox', {
  id: uuid().primaryKey(),
  queue: text().notNull(),
  data: jsonb().$type<object>().notNull(),
  startAfter: timestamp({ withTimezone: true })
    .notNull()
    .default(sql`now()`),
  singletonKey: text(),
});

import { sql } from 'drizzle-orm';
import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../database/columns.ts';

/** Jobs of a market on their way to the queue of its cell: ids, no texts of users. */
export const jobOutbox = pgTable('job_outbox', {
  id: uuid().primaryKey(),
  queue: text().notNull(),
  data: jsonb().$type<object>().notNull(),
  startAfter: timestamptz('start_after')
    .notNull()
    .default(sql`now()`),
  singletonKey: text('singleton_key'),
});

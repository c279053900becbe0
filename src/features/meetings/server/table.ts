import { sql } from 'drizzle-orm';
import { check, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/server/database/columns.ts';

/** A safe place of the campus to hand over books, as administrators keep them. */
export const places = pgTable(
  'places',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    hint: text(),
    /** The order in which they are shown, from 0. */
    position: smallint().notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    check(
      'places_lengths',
      sql`char_length(${table.name}) between 1 and 80 and char_length(${table.hint}) between 1 and 120`,
    ),
  ],
);

import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/server/database/columns.ts';

/** Responses of remote sources. Without a title, the source does not know the ISBN. */
export const fetchedEditions = pgTable(
  'fetched_editions',
  {
    /** 13 digits. */
    isbn: text().notNull(),
    source: text().notNull(),
    title: text(),
    author: text(),
    edition: text(),
    publisher: text(),
    publishedYear: integer('published_year'),
    subject: text(),
    fetchedAt: timestamptz('fetched_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.isbn, table.source] }),
    index('fetched_editions_age').on(table.fetchedAt),
    check('fetched_editions_isbn', sql`${table.isbn} ~ '^97[89][0-9]{10}$'`),
    check('fetched_editions_source', sql`${table.source} in ('openlibrary', 'googlebooks')`),
  ],
);

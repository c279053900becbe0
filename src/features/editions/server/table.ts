import { sql } from 'drizzle-orm';
import { check, customType, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/server/database/columns.ts';

/** The C collation: the smallest of two ids is the same for every database. */
const byteOrderedText = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

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
    /** Open Library's key of the work: 'OL45804W'. */
    libraryWork: text('library_work'),
    /** As of `work_editions`. Null: stored by the version before. */
    workKeys: text('work_keys').array(),
    editionNumber: smallint('edition_number'),
    recognitionVersion: smallint('recognition_version'),
    fetchedAt: timestamptz('fetched_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.isbn, table.source] }),
    index('fetched_editions_age').on(table.fetchedAt),
    check('fetched_editions_isbn', sql`${table.isbn} ~ '^97[89][0-9]{10}$'`),
    check('fetched_editions_source', sql`${table.source} in ('openlibrary', 'googlebooks')`),
  ],
);

/**
 * Which ISBN belongs to which work: one row for each that is listed, on a reading list or wanted. It has no text
 * of users: titles are of the catalog and of libraries.
 */
export const workEditions = pgTable(
  'work_editions',
  {
    /** 13 digits. */
    isbn: text().primaryKey(),
    /** The same for all editions of a work: a library's key, or an id that the first of them has brought. */
    workId: byteOrderedText('work_id').notNull(),
    /** Hashes of the keys of `recognizeWork`. Empty: nothing tells enough. */
    workKeys: text('work_keys')
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    libraryWork: text('library_work'),
    title: text(),
    author: text(),
    /** 8 of '8th Edition'. */
    edition: smallint(),
    publishedYear: smallint('published_year'),
    /** What the keys are of; null: of listings, or of nothing. */
    source: text(),
    /** What a person has decided. No rule changes the work of such a row. */
    decision: text().$type<'joined' | 'split'>(),
    recognitionVersion: smallint('recognition_version').notNull(),
    updatedAt: timestamptz('updated_at').notNull(),
  },
  (table) => [
    index('work_editions_work').on(table.workId),
    index('work_editions_keys').using('gin', table.workKeys).with({ fastupdate: false }),
    index('work_editions_library_work').on(table.libraryWork),
    index('work_editions_version').on(table.recognitionVersion),
    check('work_editions_isbn', sql`${table.isbn} ~ '^97[89][0-9]{10}$'`),
    check('work_editions_source', sql`${table.source} in ('catalogue', 'openlibrary', 'googlebooks')`),
    check('work_editions_decision', sql`${table.decision} in ('joined', 'split')`),
  ],
);

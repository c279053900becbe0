import { sql } from 'drizzle-orm';
import { check, customType, index, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/server/database/columns.ts';
import type { Accepts } from '../rules.ts';
import { users } from '../../accounts/server/table.ts';

/** The C collation lets the primary key serve searches by the beginning of a code. */
const courseCode = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** A course of the campus, as administrators import it. */
export const courses = pgTable(
  'courses',
  {
    /** 'MATH101' */
    code: courseCode().primaryKey(),
    /** 'MATH 101' */
    writtenCode: text('written_code').notNull(),
    title: text().notNull(),
    /** 'Fall 2026' */
    term: text(),
    updatedAt: timestamptz('updated_at').notNull(),
    search: tsvector('search_2')
      .notNull()
      .generatedAlwaysAs(sql`to_tsvector('simple', search_text_2(title))`),
  },
  (table) => [
    index('courses_search_2').using('gin', table.search),
    check(
      'courses_lengths',
      sql`length(${table.code}) between 2 and 40 and length(${table.writtenCode}) <= 60`,
    ),
  ],
);

/** A book of a course's reading list, or of a former term's. Without a title, nobody knows the ISBN. */
export const courseBooks = pgTable(
  'course_books',
  {
    courseCode: courseCode('course_code')
      .notNull()
      .references(() => courses.code, { onDelete: 'cascade' }),
    /** 13 digits. */
    isbn: text().notNull(),
    title: text(),
    author: text(),
    edition: text(),
    requirement: text().notNull(),
    /** Which editions of its work count: 'exact', 'any' or 'from:7'. */
    accepts: text().$type<Accepts>().notNull().default('exact'),
    /** The order of the list. */
    place: smallint().notNull(),
    /** When the list of a new term left it out; null: it is on the list. */
    leftAt: timestamptz('left_at'),
    /** The term of the list that had it last. */
    formerTerm: text('former_term'),
  },
  (table) => [
    primaryKey({ columns: [table.courseCode, table.isbn] }),
    index('course_books_isbn').on(table.isbn),
    check('course_books_isbn_digits', sql`${table.isbn} ~ '^97[89][0-9]{10}$'`),
    check('course_books_requirement', sql`${table.requirement} in ('required', 'recommended')`),
    check('course_books_accepts', sql`${table.accepts} ~ '^(exact|any|from:[1-9][0-9]?)$'`),
  ],
);

/** A course that a user takes. It need not be in `courses`: some are only named by listings. */
export const takenCourses = pgTable(
  'taken_courses',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    courseCode: courseCode('course_code').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.courseCode] })],
);

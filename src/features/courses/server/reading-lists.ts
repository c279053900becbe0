import { and, eq, isNull } from 'drizzle-orm';
import type { Database, ReadableDatabase, Transaction } from '#platform/server/database/database.ts';
import { MAX_BOOKS_OF_COURSE, MAX_READING_LIST_ROWS } from '../rules.ts';
import { acceptedIsbnsSql, acceptsEditionSql } from './accepted-editions.ts';
import { courseBooks } from './table.ts';

/** SQL: rows of `course_books` whose course accepts another edition, `own` of `work_editions`, of the same work. */
const acceptingSql = (isbn: string): string => `FROM work_editions own
  JOIN work_editions listed ON listed.work_id = own.work_id AND listed.isbn <> own.isbn
  JOIN course_books cb ON cb.isbn = listed.isbn AND cb.left_at IS NULL AND ${acceptsEditionSql('cb', 'own.edition')}
  WHERE own.isbn = ${isbn}`;

/**
 * SQL: whether a book is on a reading list, or an edition that it accepts. Not EXISTS, for which the planner may
 * read all of them.
 */
export const isOnReadingListSql = (code: string, isbn: string): string =>
  `coalesce((SELECT true FROM course_books WHERE course_code = (${code}) COLLATE "C" AND isbn = ${isbn} AND left_at IS NULL LIMIT 1),
    (SELECT true ${acceptingSql(isbn)} AND cb.course_code = (${code}) COLLATE "C" LIMIT 1), false)`;

/** The codes of the courses whose reading lists have the book or accept it as another edition. */
export async function findCoursesOfIsbn({ pool }: Pick<Database, 'pool'>, isbn: string): Promise<string[]> {
  const { rows } = await pool.query<{ code: string }>({
    name: 'courses-of-isbn',
    text: `SELECT course_code AS code FROM course_books WHERE isbn = $1 AND left_at IS NULL
      UNION SELECT cb.course_code ${acceptingSql('$1')} ORDER BY code LIMIT 1000`,
    values: [isbn],
  });
  return rows.map(({ code }) => code);
}

/** SQL of the title of a course and the number of its books. No row for a course without a reading list. */
export const courseNameSql = (code: string): string => `SELECT c.title,
    (SELECT count(*)::int FROM course_books cb WHERE cb.course_code = c.code AND cb.left_at IS NULL) AS book_count
  FROM courses c WHERE c.code = (${code}) COLLATE "C"`;

/**
 * SQL of the ISBNs of a course's reading list, with the other editions that it accepts. `code` is an expression of
 * the statement around it.
 */
export const courseIsbnsSql = (code: string): string =>
  `SELECT book.isbn FROM (SELECT cb.isbn, cb.accepts FROM course_books cb
      WHERE cb.course_code = ${code} AND cb.left_at IS NULL ORDER BY cb.place LIMIT ${MAX_BOOKS_OF_COURSE}) listed
    CROSS JOIN LATERAL (${acceptedIsbnsSql('listed')}) book`;

/** Whether a course accepts any edition of the book. */
export async function isAnyEditionAccepted(tx: Transaction, isbn: string): Promise<boolean> {
  const accepted = and(
    eq(courseBooks.isbn, isbn),
    eq(courseBooks.accepts, 'any'),
    isNull(courseBooks.leftAt),
  );
  return (await tx.$count(courseBooks, accepted)) > 0;
}

/** SQL of the required books of all courses, in the order of the lists. */
export const REQUIRED_BOOKS_SQL = `SELECT c.code, c.written_code, c.title AS course_title, c.term,
    cb.isbn, cb.title, cb.author, cb.edition, cb.accepts, cb.place
  FROM courses c JOIN course_books cb ON cb.course_code = c.code
  WHERE cb.left_at IS NULL AND cb.requirement = 'required'
  ORDER BY c.code, cb.place, cb.isbn LIMIT ${MAX_READING_LIST_ROWS}`;

/**
 * SQL of all courses as `name`, the code, and `changed_at`: the last import that changed it, or the last change of a
 * listing of one of its books, which is an expression over `b`.
 */
export const courseChangesSql = (bookChangedSql: string): string => `SELECT c.code AS name,
    greatest(c.updated_at, copies.changed_at) AS changed_at
  FROM courses c LEFT JOIN (
    SELECT cb.course_code, max(${bookChangedSql}) AS changed_at
    FROM course_books cb JOIN books b ON b.isbn = cb.isbn GROUP BY cb.course_code
  ) copies ON copies.course_code = c.code`;

/** The ISBNs of a course's reading list; null if there is no such course. */
export async function listCourseIsbns(database: ReadableDatabase, code: string): Promise<string[] | null> {
  const { rows } = await database.pool.query<{ isbns: string[] }>({
    name: 'course-isbns',
    text: `SELECT array(${courseIsbnsSql('c.code')}) AS isbns FROM courses c WHERE c.code = $1`,
    values: [code],
  });
  return rows[0]?.isbns ?? null;
}

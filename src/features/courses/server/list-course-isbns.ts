import type { ReadableDatabase } from '#platform/server/database/database.ts';
import { MAX_BOOKS_OF_COURSE } from '../rules.ts';

/** SQL of the ISBNs of a course's reading list. `code` is an expression of the statement around it. */
export const courseIsbnsSql = (code: string): string =>
  `SELECT isbn FROM course_books WHERE course_code = ${code} AND left_at IS NULL ORDER BY place LIMIT ${MAX_BOOKS_OF_COURSE}`;

/** The ISBNs of a course's reading list; null if there is no such course. */
export async function listCourseIsbns(database: ReadableDatabase, code: string): Promise<string[] | null> {
  const { rows } = await database.pool.query<{ isbns: string[] }>({
    name: 'course-isbns',
    text: `SELECT array(${courseIsbnsSql('c.code')}) AS isbns FROM courses c WHERE c.code = $1`,
    values: [code],
  });
  return rows[0]?.isbns ?? null;
}

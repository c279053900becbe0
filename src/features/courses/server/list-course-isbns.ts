import type { ReadableDatabase } from '#platform/server/database/database.ts';

/** A list of more books is none of a course. */
const MAX_ISBNS = 200;

/** The ISBNs of a course's reading list; none if there is no such course. */
export async function listCourseIsbns(database: ReadableDatabase, code: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ isbn: string }>({
    name: 'course-isbns',
    text: `SELECT isbn FROM course_books WHERE course_code = $1 ORDER BY place LIMIT ${MAX_ISBNS}`,
    values: [code],
  });
  return rows.map(({ isbn }) => isbn);
}

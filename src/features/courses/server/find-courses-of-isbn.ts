import type { Database } from '#platform/server/database/database.ts';

/** The codes of the courses whose reading lists have the book. */
export async function findCoursesOfIsbn({ pool }: Pick<Database, 'pool'>, isbn: string): Promise<string[]> {
  const { rows } = await pool.query<{ code: string }>({
    name: 'courses-of-isbn',
    text: 'SELECT course_code AS code FROM course_books WHERE isbn = $1 AND left_at IS NULL ORDER BY course_code LIMIT 1000',
    values: [isbn],
  });
  return rows.map(({ code }) => code);
}

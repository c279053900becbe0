import { isListedSql } from '#features/books/server/public.ts';
import type { ReadableDatabase } from '#platform/server/database/database.ts';

/** Whether a listing in the lists is tagged with the course. */
export async function isTaggedCourse(
  { pool }: Pick<ReadableDatabase, 'pool'>,
  code: string,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'tagged-course',
    text: `SELECT FROM books b WHERE b.is_active AND b.course_codes <> '{}' AND b.course_codes @> ARRAY[$1]
      AND ${isListedSql('b', '$2')} LIMIT 1`,
    values: [code, now],
  });
  return rowCount === 1;
}

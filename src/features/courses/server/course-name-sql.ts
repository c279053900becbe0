/**
 * SQL of the title of a course and the number of its books, of an expression with its code. No row for a
 * course without a reading list.
 */
export const courseNameSql = (code: string): string => `SELECT c.title,
    (SELECT count(*)::int FROM course_books cb WHERE cb.course_code = c.code AND cb.left_at IS NULL) AS book_count
  FROM courses c WHERE c.code = (${code}) COLLATE "C"`;

/**
 * SQL: whether a book is on the reading list of a course, of two expressions of the statement around it. Not
 * EXISTS, for which the planner may read all reading lists: a lookup in the primary key for each row.
 */
export const isOnReadingListSql = (code: string, isbn: string): string =>
  `coalesce((SELECT true FROM course_books WHERE course_code = (${code}) COLLATE "C" AND isbn = ${isbn} AND left_at IS NULL LIMIT 1), false)`;

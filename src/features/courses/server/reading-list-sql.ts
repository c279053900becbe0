/** SQL: whether a book is on the reading list of a course, of two expressions of the statement around it. */
export const isOnReadingListSql = (code: string, isbn: string): string =>
  `EXISTS (SELECT FROM course_books WHERE course_code = (${code}) COLLATE "C" AND isbn = ${isbn})`;

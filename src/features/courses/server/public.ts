/** What other features may use of courses on the server. */
export { COUNT_COURSES_SQL } from './find-courses.ts';
export { courseNameSql } from './course-name-sql.ts';
export { findCoursesOfIsbn } from './find-courses-of-isbn.ts';
export { courseIsbnsSql } from './list-course-isbns.ts';
export { isOnReadingListSql } from './reading-list-sql.ts';

export { coursesChanged } from './course-events.ts';
export { COUNT_COURSES_SQL } from './find-courses.ts';
export { courseNameSql } from './reading-lists.ts';
export { findCoursesOfIsbn } from './reading-lists.ts';
export { courseIsbnsSql } from './reading-lists.ts';
export { isOnReadingListSql } from './reading-lists.ts';
export { REQUIRED_BOOKS_SQL } from './reading-lists.ts';
export { toCsv } from './import/csv-file.ts';

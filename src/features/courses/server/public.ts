export { COUNT_COURSES_SQL } from './find-courses.ts';
export { courseNameSql } from './reading-lists.ts';
export { findCoursesOfIsbn } from './reading-lists.ts';
export { courseIsbnsSql } from './reading-lists.ts';
export { isOnReadingListSql } from './reading-lists.ts';
export { isAnyEditionAccepted } from './reading-lists.ts';

/** What other features may use of courses on the server. */
export { mountCourses } from './mount.ts';

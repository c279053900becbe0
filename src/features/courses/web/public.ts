/** Parts of courses for other features and the app, all in the first script. */
export { CourseCard, CourseNote, searchedCourseQuery } from './course-card.tsx';

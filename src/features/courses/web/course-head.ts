import type { CourseDetails } from '../contract.ts';
import { bookCountText, courseTitleText, courseUrl } from '../rules.ts';

/** The part of the document's head that link previews and search engines read about a course. */
export function toCourseHead(course: CourseDetails) {
  if (course.title === null)
    return {
      title: course.code,
      description: `Listings tagged ${course.code}.`,
      canonical: courseUrl(course.code),
      // Any seller can name one.
      noIndex: true,
    };
  const available = course.books.filter(({ availableCount }) => availableCount > 0).length;
  return {
    title: `${course.code}, ${course.title}`,
    description: `Reading list of ${course.code}, ${courseTitleText(course)}: ${bookCountText(course.books.length)}, ${available} available.`,
    canonical: courseUrl(course.code),
  };
}

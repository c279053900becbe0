import { t } from '#platform/shared/texts/t.ts';
import type { CourseDetails } from '../contract.ts';
import { courseUrl } from '../rules.ts';
import { courseTitleText } from './course-texts.ts';

/** The part of the document's head that link previews and search engines read about a course. */
export function toCourseHead(course: CourseDetails) {
  if (course.title === null)
    return {
      title: course.code,
      description: t('courses.head.tagged', { code: course.code }),
      canonical: courseUrl(course.code),
      // Any seller can name one.
      noIndex: true,
    };
  const available = course.books.filter(({ availableCount }) => availableCount > 0).length;
  return {
    title: t('courses.head.title', { code: course.code, title: course.title }),
    description: t('courses.head.description', {
      code: course.code,
      title: courseTitleText(course),
      count: course.books.length,
      available,
    }),
    canonical: courseUrl(course.code),
  };
}

import { t } from '#platform/shared/texts/t.ts';
import type { CourseDetails } from '../contract.ts';
import { courseUrl, listingsUrl } from '../rules.ts';
import { courseDocumentTitle, courseTitleText } from './course-texts.ts';
import { listedBookTitle } from './listed-book-title.ts';

/** The part of the document's head that link previews and search engines read about a course. */
export function toCourseHead(course: CourseDetails, origin: string) {
  if (course.title === null)
    return {
      title: courseDocumentTitle(course),
      description: t('courses.head.tagged', { code: course.code }),
      canonical: courseUrl(course.code),
      feed: feedOf(course.code),
      // Any seller can name one.
      noIndex: true,
    };
  const available = course.books.filter(({ availableCount }) => availableCount > 0).length;
  return {
    title: courseDocumentTitle(course),
    description: t('courses.head.description', {
      code: course.code,
      title: courseTitleText(course),
      count: course.books.length,
      available,
    }),
    canonical: courseUrl(course.code),
    feed: feedOf(course.code),
    jsonLd: [toBookList(course, origin), toBreadcrumbs(course, origin)],
  };
}

const feedOf = (code: string) => {
  const url = courseUrl(code);
  return { path: `/feed/courses${url.slice(url.lastIndexOf('/'))}.atom`, title: code };
};

/** The reading list. Each book leads to its copies. */
const toBookList = (course: CourseDetails, origin: string): object => ({
  '@context': 'https://schema.org',
  '@type': 'ItemList',
  name: courseTitleText(course),
  numberOfItems: course.books.length,
  itemListElement: course.books.map((book, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    item: {
      '@type': 'Book',
      name: listedBookTitle(book),
      isbn: book.isbn,
      ...(book.author !== null && { author: { '@type': 'Person', name: book.author } }),
      url: origin + listingsUrl(course.code, book.isbn),
    },
  })),
});

const toBreadcrumbs = (course: CourseDetails, origin: string): object => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: [
    { '@type': 'ListItem', position: 1, name: 'BookSwap', item: `${origin}/` },
    { '@type': 'ListItem', position: 2, name: course.code, item: origin + courseUrl(course.code) },
  ],
});

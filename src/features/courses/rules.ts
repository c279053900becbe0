/** Limits and words of courses and their reading lists. No I/O. */
import { toCourseCode } from '#features/books/rules.ts';
import { formatPrice } from '#platform/shared/money.ts';

export const requirements = ['required', 'recommended'] as const;
export type Requirement = (typeof requirements)[number];

/** Courses that a user takes. */
export const MAX_TAKEN_COURSES = 12;

/** Sellers who have several books of a user's courses. */
export const MAX_BUNDLE_SELLERS = 10;

/** The cheapest listings of one book that are compared for a user's courses. */
export const MAX_COMPARED_LISTINGS = 20;

/** Copies of one book that are counted. With this many there may be more. */
export const MAX_COUNTED_COPIES = 100;

/** Books of one reading list. */
export const MAX_BOOKS_OF_COURSE = 60;

/** Rows of one imported file. */
export const MAX_IMPORT_ROWS = 10_000;

/** Columns of an imported file, with those that are ignored. */
export const MAX_IMPORT_COLUMNS = 50;

/** Refused lines that a report contains; it counts the others. */
export const MAX_REPORTED_LINES = 200;

/** Of the text of a refused line, in characters. */
export const MAX_REFUSED_TEXT_LENGTH = 80;

/** Of one imported file, as JSON. */
export const MAX_IMPORT_BYTES = 4 * 1024 * 1024;

/** Of all reading lists together: what one export holds. */
export const MAX_READING_LIST_ROWS = 50_000;

export const courseLimits = { title: 200, term: 50 } as const;

/** The page of a course, however its code is written. */
export const courseUrl = (written: string): string =>
  `/course/${encodeURIComponent(toCourseCode(written) ?? written)}`;

/** Home with the listings of one book of a course. */
export const listingsUrl = (code: string, isbn: string): string =>
  `/?${new URLSearchParams({ search: isbn, course: toCourseCode(code) ?? code })}`;

/** '3 available from $18.00', '99+ available from $18.00'; null without an active listing. */
export function availabilityText(book: {
  availableCount: number;
  lowestPrice: number | null;
}): string | null {
  if (book.lowestPrice === null) return null;
  const isMore = book.availableCount >= MAX_COUNTED_COPIES;
  return `${isMore ? `${MAX_COUNTED_COPIES - 1}+` : book.availableCount} available from ${formatPrice(book.lowestPrice)}`;
}

export const bookCountText = (count: number): string => (count === 1 ? '1 book' : `${count} books`);

/** 'Calculus I, Fall 2026' */
export const courseTitleText = ({ title, term }: { title: string; term: string | null }): string =>
  [title, term].filter((part) => part !== null && part !== '').join(', ');

/** The first message to the seller of several books, which is about the first of them. */
export function bundleQuestion(otherTitles: readonly string[]): string {
  const others = otherTitles.map((title) => `“${title}”`).join(' and ');
  const all = otherTitles.length === 1 ? 'both' : `all ${otherTitles.length + 1}`;
  return `Hi! I am interested in this book, and in ${others}. Are ${all} still available?`;
}

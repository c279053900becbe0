/** Limits and words of courses and their reading lists. No I/O. */
import { toCourseCode, writeCourse } from '#features/books/rules.ts';
import { formatMoney } from '#platform/shared/money.ts';

export const requirements = ['required', 'recommended'] as const;
export type Requirement = (typeof requirements)[number];

export const MAX_TAKEN_COURSES = 12;

/** Sellers who have several books of a user's courses. */
export const MAX_BUNDLE_SELLERS = 10;

/** The cheapest listings of one book that are compared for a user's courses. */
export const MAX_COMPARED_LISTINGS = 20;

/** Copies of one book that are counted. With this many there may be more. */
export const MAX_COUNTED_COPIES = 100;

/** Letters and digits that a search of courses has at least: a shorter beginning fits nearly every course. */
const MIN_SEARCH_LENGTH = 2;

/** How long a browser caches the results of a course search. */
export const COURSE_SEARCH_MAX_AGE_SECONDS = 60;

const countLetters = (text: string): number =>
  [...text.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '')].length;

/** Whether a text has some letters or digits, and too few to search courses by. */
export const isTooShortToSearch = (text: string): boolean =>
  countLetters(text) > 0 && countLetters(text) < MIN_SEARCH_LENGTH;

/** What to search courses by while this is typed; empty until it is enough. */
export const toCourseSearch = (typed: string): string =>
  countLetters(typed) < MIN_SEARCH_LENGTH ? '' : typed.trim();

export const MAX_BOOKS_OF_COURSE = 60;

/** Books of former terms that stay with a course: the last ones. */
export const MAX_EARLIER_BOOKS_OF_COURSE = 60;

export const MAX_IMPORT_ROWS = 10_000;

export const MAX_IMPORT_COLUMNS = 50;

/** Refused lines that a report contains; it counts the others. */
export const MAX_REPORTED_LINES = 200;

/** Changes of terms that a report contains: those of most courses. */
export const MAX_REPORTED_TERMS = 5;

/** The longest text of a refused line, in characters. */
export const MAX_REFUSED_TEXT_LENGTH = 80;

/** The largest imported file, as JSON. */
export const MAX_IMPORT_BYTES = 4 * 1024 * 1024;

/** The most rows of all current reading lists together, which one export holds. */
export const MAX_READING_LIST_ROWS = 50_000;

export const courseLimits = { title: 200, term: 50 } as const;

/** The page of a course, however its code is written. */
export const courseUrl = (written: string): string =>
  `/course/${encodeURIComponent(toCourseCode(written) ?? written)}`;

/** Home with the listings of one book of a course. */
export const listingsUrl = (code: string, isbn: string): string =>
  `/?${new URLSearchParams({ search: isbn, course: toCourseCode(code) ?? code })}`;

/** Home with all listings of a book: the filter of a course leaves out what only earlier terms read. */
export const isbnListingsUrl = (isbn: string): string => `/?${new URLSearchParams({ search: isbn })}`;

export const courseListingsUrl = (code: string): string =>
  `/?${new URLSearchParams({ course: toCourseCode(code) ?? code })}`;

/** A course as its reading list writes it, else its code: how listings write it is the text of strangers. */
export const spellCourse = (code: string, written: string | null): string =>
  written ?? writeCourse(code) ?? code;

/** Replaces the title of a course that only listings name. */
export const NO_READING_LIST_TEXT = 'No reading list yet';

/** '3 available from $18.00', '99+ available from $18.00', '1 available, free'; null if none is listed. */
export function availabilityText(book: {
  availableCount: number;
  lowestPrice: number | null;
}): string | null {
  if (book.lowestPrice === null) return null;
  const isMore = book.availableCount >= MAX_COUNTED_COPIES;
  const available = `${isMore ? `${MAX_COUNTED_COPIES - 1}+` : book.availableCount} available`;
  if (book.lowestPrice > 0) return `${available} from ${formatMoney(book.lowestPrice)}`;
  return book.availableCount === 1 ? `${available}, free` : `${available}, some free`;
}

export const bookCountText = (count: number): string => (count === 1 ? '1 book' : `${count} books`);

/** '5 books from $84.00', '2 books, free' */
export const totalPriceText = (bookCount: number, total: number): string =>
  `${bookCountText(bookCount)}${total === 0 ? ', free' : ` from ${formatMoney(total)}`}`;

/** The seasons of a year in order; other names have no order. */
const SEASONS = ['spring', 'summer', 'fall'];

/** [2026, 2] of 'Fall 2026'; -1 for an unknown season. Null without a year. */
function parseTerm(term: string): [year: number, season: number] | null {
  const year = /\b\d{4}\b/.exec(term)?.[0];
  const name = term.toLowerCase().replace('autumn', 'fall');
  return year === undefined ? null : [Number(year), SEASONS.findIndex((season) => name.includes(season))];
}

/** Whether a term is surely before another one. */
function isEarlierTerm(term: string, than: string): boolean {
  const [one, other] = [parseTerm(term), parseTerm(than)];
  if (one === null || other === null) return false;
  return one[0] === other[0] ? one[1] >= 0 && one[1] < other[1] : one[0] < other[0];
}

type TermChange = { from: string; to: string; courseCount: number };

/** What an import does to the terms of courses; a warning where the term of the file is older. */
export function describeTermChange({ from, to, courseCount }: TermChange): { text: string; isBack: boolean } {
  const courses = courseCount === 1 ? '1 course' : `${courseCount} courses`;
  return isEarlierTerm(to, from)
    ? { text: `${courses} would go back from ${from} to ${to}. Is this an old file?`, isBack: true }
    : { text: `${courses} would change from ${from} to ${to}.`, isBack: false };
}

/** 'Calculus I, Fall 2026' */
export const courseTitleText = ({ title, term }: { title: string | null; term: string | null }): string =>
  [title, term].filter((part) => part !== null && part !== '').join(', ');

/** The first message to the seller of several books, which is about the first of them. */
export function bundleQuestion(otherTitles: readonly string[]): string {
  const others = otherTitles.map((title) => `“${title}”`).join(' and ');
  const all = otherTitles.length === 1 ? 'both' : `all ${otherTitles.length + 1}`;
  return `Hi! I am interested in this book, and in ${others}. Are ${all} still available?`;
}

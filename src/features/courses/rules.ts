/** Limits of courses and their reading lists. No I/O. */
import { toCourseCode, writeCourse } from '#features/books/rules.ts';

export const requirements = ['required', 'recommended'] as const;
export type Requirement = (typeof requirements)[number];

/** Which editions of a book's work a course accepts: only its own, all, or those from a number on. */
export type Accepts = 'exact' | 'any' | `from:${number}`;

/** 'from:7' → 7; null for the others. */
export const acceptedFrom = (accepts: string): number | null =>
  accepts.startsWith('from:') ? Number(accepts.slice('from:'.length)) : null;

const ACCEPTS = /^(?:exact|any|from:[1-9]\d?)$/;

/**
 * Whether a book of a reading list may be read in this edition. `edition`: its number; one that nobody knows counts
 * where any does.
 */
export function isAccepted(
  book: { isbn: string; accepts: Accepts },
  { isbn, edition }: { isbn: string; edition: number | null },
): boolean {
  const from = acceptedFrom(book.accepts);
  if (isbn === book.isbn || book.accepts === 'any') return true;
  return from !== null && edition !== null && edition >= from;
}

/** A word of an imported file or a request; null for other text. */
export const parseAccepts = (text: string): Accepts | null => (ACCEPTS.test(text) ? (text as Accepts) : null);

export const MAX_TAKEN_COURSES = 12;

/** Sellers who have several books of a user's courses. */
export const MAX_BUNDLE_SELLERS = 10;

/** The cheapest listings of one book that are compared for a user's courses. */
export const MAX_COMPARED_LISTINGS = 20;

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

/** The seasons of a year in order; other names have no order. */
const SEASONS = ['spring', 'summer', 'fall'];

/** [2026, 2] of 'Fall 2026'; -1 for an unknown season. Null without a year. */
function parseTerm(term: string): [year: number, season: number] | null {
  const year = /\b\d{4}\b/.exec(term)?.[0];
  const name = term.toLowerCase().replace('autumn', 'fall');
  return year === undefined ? null : [Number(year), SEASONS.findIndex((season) => name.includes(season))];
}

/** Whether a term is surely before another one. */
export function isEarlierTerm(term: string, than: string): boolean {
  const [one, other] = [parseTerm(term), parseTerm(than)];
  if (one === null || other === null) return false;
  return one[0] === other[0] ? one[1] >= 0 && one[1] < other[1] : one[0] < other[0];
}

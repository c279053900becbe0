import { toCsv } from '#features/courses/server/public.ts';
import type { CoveredCourse } from '../contract.ts';

const COLUMNS = [
  'code',
  'title',
  'term',
  'required',
  'covered',
  'isbn',
  'book',
  'author',
  'edition',
  'wanted',
];

/** A row for each missing book; a course without one has a row that names none. */
export const writeCoverage = (courses: readonly CoveredCourse[]): string =>
  toCsv(
    COLUMNS,
    courses.flatMap(({ code, title, term, requiredCount, coveredCount, missing }) => {
      const course = [code, title, term, String(requiredCount), String(coveredCount)];
      if (missing.length === 0) return [[...course, null, null, null, null, null]];
      return missing.map((book) => [
        ...course,
        book.isbn,
        book.title,
        book.author,
        book.edition,
        String(book.wantedCount),
      ]);
    }),
  );

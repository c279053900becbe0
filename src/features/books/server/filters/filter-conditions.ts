import { type BookFilters, countActiveFilters } from '../../filters.ts';
import { MAX_AMOUNT } from '#platform/shared/market/market.ts';
import { isListedSql } from '../expiry/listing-period.ts';
import { FILTER_CLASS_COUNT, FILTER_CLASS_SQL, filterClasses } from './filter-class.ts';

/** What restricts and orders a list, beside the words of a search. */
export type ListFilters = Omit<BookFilters, 'search' | 'course'> & {
  course?: { code: string; isbns: readonly string[] } | undefined;
};

/** Adds a value to a statement and returns its placeholder. */
export type AddParameter = (value: unknown) => string;

export function createParameters(): { values: unknown[]; add: AddParameter } {
  const values: unknown[] = [];
  return { values, add: (value) => `$${values.push(value)}` };
}

/** Whether more than the subject restricts the list. */
export const isRestricted = ({ course, ...filters }: ListFilters): boolean =>
  course !== undefined || countActiveFilters(filters) > 0;

// SQL over the columns of `books`, without an alias.

/** The condition that a book is in the lists, and of the subject if there is one. */
export const listedSql = ({ subject }: ListFilters, now: Date, add: AddParameter): string =>
  `${isListedSql('books', add(now))} ${subject === undefined ? '' : `AND subject = ${add(subject)}`}`;

/** Tagged with the course. The first condition is that of the index. */
export const taggedSql = (code: string, add: AddParameter): string =>
  `(course_codes <> '{}' AND course_codes @> ARRAY[${add(code)}])`;

/** All but the subject. */
export function filtersSql(filters: ListFilters, add: AddParameter): string {
  const { minPrice, maxPrice, course } = filters;
  const classes = filterClasses(filters);
  const conditions = [
    ...(classes.length < FILTER_CLASS_COUNT ? [`${FILTER_CLASS_SQL} = ANY(${add(classes)}::int[])`] : []),
    ...(minPrice === undefined && maxPrice === undefined
      ? []
      : [`price BETWEEN ${add(minPrice ?? 0)} AND ${add(maxPrice ?? MAX_AMOUNT)}`]),
    ...(course === undefined
      ? []
      : [`(${taggedSql(course.code, add)} OR isbn = ANY(${add(course.isbns)}::text[]))`]),
  ];
  return conditions.length === 0 ? 'true' : conditions.join(' AND ');
}

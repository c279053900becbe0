import { type BookFilters, countActiveFilters } from '../../filters.ts';
import { bookLimits } from '../../rules.ts';
import { isListedSql } from '../expiry/listing-period.ts';
import { FILTER_CLASS_COUNT, FILTER_CLASS_SQL, filterClasses } from './filter-class.ts';

/** What restricts and orders a list, beside the words of a search. */
export type ListFilters = Omit<BookFilters, 'search' | 'course'> & {
  /** A course, and the ISBNs of its reading list. */
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

/** In the lists, and of the subject. */
export const isListed = ({ subject }: ListFilters, present: Date, add: AddParameter): string =>
  `${isListedSql('books', add(present))} ${subject === undefined ? '' : `AND subject = ${add(subject)}`}`;

export const isInPriceRange = (
  { minPrice = 0, maxPrice = bookLimits.price }: ListFilters,
  add: AddParameter,
): string => `price BETWEEN ${add(minPrice)} AND ${add(maxPrice)}`;

/** All but the subject. */
export function passesFilters(filters: ListFilters, add: AddParameter): string {
  const { minPrice, maxPrice, course } = filters;
  const classes = filterClasses(filters);
  const conditions = [
    ...(classes.length < FILTER_CLASS_COUNT ? [`${FILTER_CLASS_SQL} = ANY(${add(classes)}::int[])`] : []),
    ...(minPrice !== undefined || maxPrice !== undefined ? [isInPriceRange(filters, add)] : []),
    ...(course === undefined
      ? []
      : [`(course_codes @> ARRAY[${add(course.code)}] OR isbn = ANY(${add(course.isbns)}::text[]))`]),
  ];
  return conditions.length === 0 ? 'true' : conditions.join(' AND ');
}

/** More listings than this are not collected from an index. */
const MAX_COLLECTED = 3_000;
/** Of a course, from each of its two indexes. */
const MAX_COLLECTED_OF_COURSE = 1_500;

type Collection = {
  /** Common table expressions. */
  tables: string;
  /** A query of the listings that pass. */
  listings: string;
  /** Whether these are all; otherwise there are too many. */
  isComplete: string;
};

/** Finds all listings that pass the filters by an index, without reading others. */
export function collectListings(filters: ListFilters, listed: string, add: AddParameter): Collection {
  const { course } = filters;
  if (course === undefined)
    return {
      // The order makes it an index scan that ends at the limit.
      tables: `of_classes AS MATERIALIZED (
        SELECT b.* FROM unnest(${add(filterClasses(filters))}::int[]) c (class) CROSS JOIN LATERAL (
          SELECT * FROM books
          WHERE ${listed} AND ${FILTER_CLASS_SQL} = c.class AND ${isInPriceRange(filters, add)}
          ORDER BY price, created_at DESC, id DESC LIMIT ${MAX_COLLECTED + 1}) b
        LIMIT ${MAX_COLLECTED + 1})`,
      listings: 'SELECT * FROM of_classes',
      isComplete: `(SELECT count(*) FROM of_classes) <= ${MAX_COLLECTED}`,
    };
  const ofCourse = (name: string, condition: string) => `${name} AS MATERIALIZED (
    SELECT id FROM books WHERE is_active AND ${condition} LIMIT ${MAX_COLLECTED_OF_COURSE + 1})`;
  const isWhole = (name: string) => `(SELECT count(*) FROM ${name}) <= ${MAX_COLLECTED_OF_COURSE}`;
  return {
    tables: `${ofCourse('tagged', `course_codes <> '{}' AND course_codes @> ARRAY[${add(course.code)}]`)},
      ${ofCourse('on_list', `isbn = ANY(${add(course.isbns)}::text[])`)}`,
    listings: `SELECT * FROM books WHERE ${listed} AND ${passesFilters(filters, add)}
      AND id IN (SELECT id FROM tagged UNION SELECT id FROM on_list)`,
    isComplete: `(${isWhole('tagged')} AND ${isWhole('on_list')})`,
  };
}

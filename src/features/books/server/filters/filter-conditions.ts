import { type BookFilters, countActiveFilters } from '../../filters.ts';
import { MAX_AMOUNT } from '#platform/shared/market/market.ts';
import { isListedSql } from '../expiry/listing-period.ts';
import type { SearchWord } from '../search/correct-spelling.ts';
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

/** `&`: a listing must match all of the words. */
export type SearchWords = { words: readonly SearchWord[]; operator: '&' | '|' };

/**
 * SQL of a tsquery: `to_tsquery('simple', $1)` with `'organ' & 'chem':*`, or such a part for each word beside its
 * stems. Quoted: words contain no punctuation that ends the quotes. Only the words pass the parser, which would
 * take the mark from the stems.
 */
export function wordsSql({ words, operator }: SearchWords, add: AddParameter): string {
  if (words.every(({ stems }) => stems === undefined))
    return `to_tsquery('simple', ${add(words.map(termsText).join(` ${operator} `))})`;
  const parts = words.map(
    (word) =>
      `(to_tsquery('simple', ${add(termsText(word))}) || ${add(stemsText(word.stems ?? []))}::tsquery)`,
  );
  return `(${parts.join(operator === '&' ? ' && ' : ' || ')})`;
}

const termsText = ({ terms, prefix }: SearchWord): string =>
  `(${terms.map((term) => `'${term}'${prefix ? ':*' : ''}`).join(' | ')})`;

const stemsText = (stems: readonly string[]): string => stems.map((stem) => `'${stem}'`).join(' | ');

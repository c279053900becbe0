/**
 * The filters of lists of listings. Home's URL, the API, wanted entries and links all read and write them
 * here. Pure: no I/O, nothing but the language.
 */
import { toCourseCode } from './course-code.ts';
import { MAX_AMOUNT } from '#platform/shared/market/market.ts';
import { bookLimits, conditions, type Condition } from './rules.ts';

/** Absent means no restriction. So does what restricts nothing: the best match, 'Poor' or better, 'All'. */
export type BookFilters = {
  search?: string;
  subject?: string;
  /** A course code: 'MATH101'. */
  course?: string;
  /** In minor units of the market's currency. */
  minPrice?: number;
  /** 0 finds what is free. */
  maxPrice?: number;
  minCondition?: Exclude<Condition, 'Poor'>;
  accessCode?: 'unused';
  hasPhotos?: true;
  sort?: 'newest' | 'price';
};
export type FilterName = keyof BookFilters;

const MAX_SEARCH_LENGTH = 200;

/** The value of a filter, undefined if the text restricts nothing, null if it is no valid value. */
type Reader<T> = (text: string) => T | undefined | null;

const readText =
  (max: number): Reader<string> =>
  (text) =>
    text.length > max || text.includes('\0') ? null : text.trim() || undefined;

const readAmount =
  (unlimited: number): Reader<number> =>
  (text) => {
    const amount = /^\d+$/.test(text) ? Number(text) : MAX_AMOUNT + 1;
    return amount > MAX_AMOUNT ? null : amount === unlimited ? undefined : amount;
  };

/** Reads one of a few words, the last of which restricts nothing. */
const readWord =
  <T extends string>(words: readonly T[]): Reader<T> =>
  (text) => {
    const index = words.indexOf(text as T);
    return index < 0 ? null : index === words.length - 1 ? undefined : words[index];
  };

const readSubject = readText(bookLimits.subject);

/** The readers in the order of the URL. */
const readers: { [Name in FilterName]-?: Reader<NonNullable<BookFilters[Name]>> } = {
  search: readText(MAX_SEARCH_LENGTH),
  subject: (text) => (text.trim() === 'All' ? undefined : readSubject(text)),
  course: toCourseCode,
  minPrice: readAmount(0),
  maxPrice: readAmount(MAX_AMOUNT),
  minCondition: readWord(conditions) as Reader<NonNullable<BookFilters['minCondition']>>,
  accessCode: (text) => (text === 'unused' ? text : null),
  hasPhotos: (text) => (text === '1' || text === 'true' ? true : null),
  sort: readWord(['newest', 'price', 'relevance']) as Reader<'newest' | 'price'>,
};

export const filterNames = Object.keys(readers) as FilterName[];

/** One filter of a URL: undefined if it restricts nothing, null if it is no valid value. */
export const readFilter = <Name extends FilterName>(
  name: Name,
  text: string,
): NonNullable<BookFilters[Name]> | undefined | null =>
  text === '' ? undefined : (readers[name](text) as NonNullable<BookFilters[Name]> | undefined | null);

/** Whether a listing can have both prices. */
export const isPriceRange = ({ minPrice = 0, maxPrice = MAX_AMOUNT }: BookFilters): boolean =>
  minPrice <= maxPrice;

/** The filters of a URL's query. What is not valid is ignored, so that any link shows a list. */
export function parseFilters(query: URLSearchParams): BookFilters {
  const found = filterNames.map((name) => [name, readFilter(name, query.get(name) ?? '')] as const);
  const filters = Object.fromEntries(found.filter(([, value]) => value != null)) as BookFilters;
  if (!isPriceRange(filters)) delete filters.minPrice;
  return filters;
}

/** How many filters restrict the list, without search and subject. The prices are one. */
export const countActiveFilters = ({
  course,
  minPrice,
  maxPrice,
  minCondition,
  accessCode,
  hasPhotos,
}: BookFilters): number =>
  [course, minPrice ?? maxPrice, minCondition, accessCode, hasPhotos].filter((value) => value !== undefined)
    .length;

/** Whether an empty list may not be empty without one of its filters. */
export const mayDropFilters = (filters: BookFilters): boolean =>
  filters.subject !== undefined || countActiveFilters(filters) > 0;

/** The query of a URL with these filters, which `parseFilters` reads. Equal filters make equal queries. */
export function formatFilters(filters: BookFilters): URLSearchParams {
  const query = new URLSearchParams();
  for (const name of filterNames) {
    const value = filters[name];
    if (value !== undefined) query.set(name, value === true ? '1' : `${value}`);
  }
  return query;
}

export function homeUrl(filters: BookFilters): string {
  const query = formatFilters(filters);
  return query.size === 0 ? '/' : `/?${query}`;
}

import { formatFilters } from '#features/books/web/public.ts';
import { toCourseCode } from '#features/books/rules.ts';
import { availabilityText, bookCountText } from '#features/courses/rules.ts';
import { formatMoney } from '#platform/shared/money.ts';
import type { WantedEntry } from '../contract.ts';

/** What an entry is called: the title, the course, or the words in quotes. */
export function entryTitle({ isbn, course, words, title }: WantedEntry): string {
  if (isbn !== null) return title ?? `ISBN ${formatIsbn(isbn)}`;
  return course ?? `“${words}”`;
}

/** 'Calculus I, all 4 books' below the code of a course; null for other entries. */
export function courseText({ course, title, bookCount }: WantedEntry): string | null {
  // A response of an earlier version, stored for reading offline, has no number.
  if (course === null || bookCount === undefined) return null;
  if (bookCount === null || title === null) return 'Listings for this course';
  return [title, bookCount > 0 && `${bookCount > 1 ? 'all ' : ''}${bookCountText(bookCount)}`]
    .filter(Boolean)
    .join(', ');
}

/** '978-1118010402' */
export const formatIsbn = (isbn: string): string => `${isbn.slice(0, 3)}-${isbn.slice(3)}`;

/** 'Up to $25.00, at least Good'; null without limits. */
export function limitsText({ maxPrice, minCondition }: Pick<WantedEntry, 'maxPrice' | 'minCondition'>) {
  const price = maxPrice === 0 ? 'Free only' : maxPrice !== null && `Up to ${formatMoney(maxPrice)}`;
  const condition = minCondition !== null && `${price ? 'at' : 'At'} least ${minCondition}`;
  return [price, condition].filter(Boolean).join(', ') || null;
}

/** '3 available from $18.00', 'Reserved at the moment'; what too many listings match is not counted. */
export function availableText({
  availableCount: count,
  lowestPrice,
  isReserved,
}: Pick<WantedEntry, 'availableCount' | 'lowestPrice' | 'isReserved'>): string {
  // A response of an earlier version, stored for reading offline, has no number.
  if (typeof count !== 'number') return 'Show what is listed';
  if (count === 0) return isReserved ? 'Reserved at the moment' : 'None listed';
  return availabilityText({ availableCount: count, lowestPrice }) ?? `${count - 1}+ available`;
}

/** Home with the listings that match the entry, the cheapest first. */
export function entryListingsUrl({ isbn, course, words, maxPrice, minCondition }: WantedEntry): string {
  const code = course === null ? null : toCourseCode(course);
  const query = formatFilters({
    ...(code === null ? { search: isbn ?? words! } : { course: code }),
    ...(maxPrice !== null && { maxPrice }),
    ...(minCondition !== null && minCondition !== 'Poor' && { minCondition }),
    sort: 'price',
  });
  return `/?${query}`;
}

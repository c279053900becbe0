import { formatFilters } from '#features/books/filters.ts';
import { toCourseCode } from '#features/books/rules.ts';
import { availabilityText } from '#features/courses/web/lazy.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { t } from '#platform/shared/texts/t.ts';
import { conditionText } from '#ui/display/badge.tsx';
import type { WantedEntry } from '../contract.ts';

/** What an entry is called: the title, the course, or the words in quotes. */
export function entryTitle({ isbn, course, words, title }: WantedEntry): string {
  if (isbn !== null) return title ?? `ISBN ${formatIsbn(isbn)}`;
  return course ?? t('wanted.entry.words', { words: words! });
}

/** 'Calculus I, all 4 books' below the code of a course; null for other entries. */
export function courseText({ course, title, bookCount }: WantedEntry): string | null {
  // A response of an earlier version, stored for reading offline, has no number.
  if (course === null || bookCount === undefined) return null;
  if (bookCount === null || title === null) return t('wanted.entry.course-listings');
  return bookCount > 0 ? t('wanted.entry.course', { title, count: bookCount }) : title;
}

/** '978-1118010402' */
export const formatIsbn = (isbn: string): string => `${isbn.slice(0, 3)}-${isbn.slice(3)}`;

/** 'Up to $25.00, at least Good'; null without limits. */
export function limitsText({ maxPrice, minCondition }: Pick<WantedEntry, 'maxPrice' | 'minCondition'>) {
  const condition = minCondition && conditionText(minCondition);
  if (maxPrice === null) return condition && t('wanted.entry.limit-condition', { condition });
  const price = formatMoney(maxPrice);
  if (condition === null)
    return maxPrice === 0 ? t('wanted.entry.limit-free') : t('wanted.entry.limit-price', { price });
  return maxPrice === 0
    ? t('wanted.entry.limit-free-condition', { condition })
    : t('wanted.entry.limit-price-condition', { price, condition });
}

/** '3 available from $18.00', 'Reserved at the moment'; what too many listings match is not counted. */
export function availableText({
  availableCount: count,
  lowestPrice,
  isReserved,
}: Pick<WantedEntry, 'availableCount' | 'lowestPrice' | 'isReserved'>): string {
  // A response of an earlier version, stored for reading offline, has no number.
  if (typeof count !== 'number') return t('wanted.entry.show');
  if (count === 0) return t(isReserved ? 'wanted.entry.reserved' : 'wanted.entry.none');
  return (
    availabilityText({ availableCount: count, lowestPrice }) ??
    t('wanted.entry.more-available', { count: count - 1 })
  );
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

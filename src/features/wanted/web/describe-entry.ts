import { formatPrice } from '#platform/shared/money.ts';
import type { WantedEntry } from '../contract.ts';

/** What an entry is called: the title, the course, or the words in quotes. */
export function entryTitle({ isbn, course, words, title }: WantedEntry): string {
  if (isbn !== null) return title ?? `ISBN ${formatIsbn(isbn)}`;
  return course ?? `“${words}”`;
}

/** '978-1118010402' */
export const formatIsbn = (isbn: string): string => `${isbn.slice(0, 3)}-${isbn.slice(3)}`;

/** 'Up to $25.00, at least Good'; null without limits. */
export function limitsText({ maxPrice, minCondition }: Pick<WantedEntry, 'maxPrice' | 'minCondition'>) {
  const price = maxPrice === 0 ? 'Free only' : maxPrice !== null && `Up to ${formatPrice(maxPrice)}`;
  const condition = minCondition !== null && `${price ? 'at' : 'At'} least ${minCondition}`;
  return [price, condition].filter(Boolean).join(', ') || null;
}

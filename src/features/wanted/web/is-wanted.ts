import type { WantIntent } from '#features/accounts/web/public.ts';
import { conditions, toCourseCode, type Condition } from '#features/books/rules.ts';
import { toFoldedWords } from '#features/books/search-words.ts';
import type { WantedEntry } from '../contract.ts';

export type Want = WantIntent['wants'][number];

type Entry = Pick<WantedEntry, 'isbn' | 'course' | 'words' | 'maxPrice' | 'minCondition'> & {
  alerts?: readonly { bookId: string }[];
};

/** Entries with narrower limits do not count, nor those with an alert from before the reservation. */
export const isWanted = (entries: readonly Entry[], want: Want): boolean =>
  entries.some(
    (entry) =>
      toKey(entry) === toKey(want) &&
      (want.bookId === undefined || !entry.alerts?.some(({ bookId }) => bookId === want.bookId)) &&
      isWithin(want.maxPrice, entry.maxPrice, (price) => price) &&
      isWithin(want.minCondition, entry.minCondition, (condition) => conditions.indexOf(condition)),
  );

/** The same for every spelling. */
function toKey(wish: { isbn?: string | null; course?: string | null; words?: string | null }): string {
  if (wish.isbn) return `isbn ${wish.isbn}`;
  if (wish.course) return `course ${toCourseCode(wish.course)}`;
  return `words ${toFoldedWords(wish.words ?? '').join(' ')}`;
}

/** Undefined: any limit will do; null: only none. */
function isWithin<Limit extends number | Condition>(
  desired: Limit | null | undefined,
  limit: Limit | null,
  toNumber: (limit: Limit) => number,
): boolean {
  if (desired === undefined || limit === null) return true;
  return desired !== null && toNumber(desired) <= toNumber(limit);
}

import { DAY_MS } from '#platform/shared/durations.ts';
import { toListingEnd, toShownPeriod } from '../../rules.ts';
import type { books } from '../table.ts';

/** SQL: when a listing leaves the lists, as `toListingEnd` says. */
export const listingEndSql = (book: string): string => `greatest(${book}.expires_at, ${book}.boosted_until)`;

/**
 * SQL: whether a listing is in the lists. `book` is the alias of its row, `now` a parameter or a
 * time. The time decides, not the job that clears `is_active` later: no list shows an expired listing while the job waits.
 * Compares both columns, because the planner has no statistics of `listingEndSql`: it would expect a third of
 * the listings. Never null, so that its negation is true of a listing without a boost.
 */
export const isListedSql = (book: string, now: string | Date): string => {
  const at = toSql(now);
  return `(${book}.is_active AND (${book}.expires_at > ${at} OR (${book}.boosted_until IS NOT NULL AND ${book}.boosted_until > ${at})))`;
};

/** SQL: whether a listing can be had: it is in the lists, and reserved for nobody. */
export const isAvailableSql = (book: string, now: string | Date): string =>
  `(${isListedSql(book, now)} AND (${book}.reserved_until IS NULL OR ${book}.reserved_until <= ${toSql(now)}))`;

const toSql = (now: string | Date): string =>
  typeof now === 'string' ? now : `'${now.toISOString()}'::timestamptz`;

/** Whether others than its seller and the team may see a listing, sold and expired ones too. */
export const isShownSql = (book: string): string =>
  `(${book}.deleted_at IS NULL AND ${book}.hidden_at IS NULL)`;

/** What a new or renewed listing gets: the whole time from now on. */
export const newPeriod = (listingDays: number, now: Date) => ({
  expiresAt: new Date(now.getTime() + listingDays * DAY_MS),
  isExpired: false,
  renewalQuestionAt: null,
});

type HidablePeriod = Pick<typeof books.$inferSelect, 'expiresAt' | 'boostedUntil' | 'isExpired' | 'hiddenAt'>;

/** What a renewed listing gets. The time of a hidden one stands still from now on. */
export const renewed = (book: HidablePeriod, listingDays: number, now: Date) => ({
  ...settled(book, now),
  ...newPeriod(listingDays, now),
  isActive: book.hiddenAt === null,
});

/** What a sold listing gets that is available again: the rest of its time, or all of it if that is over. */
export const availableAgain = (book: HidablePeriod, listingDays: number, now: Date) => {
  const period = toShownPeriod(book, now);
  return toListingEnd(period) > now
    ? { ...settled(book, now), isExpired: false, isActive: book.hiddenAt === null }
    : renewed(book, listingDays, now);
};

/** The times of a hidden listing with what they have lost until now. */
const settled = (book: HidablePeriod, now: Date) =>
  book.hiddenAt === null ? {} : { ...toShownPeriod(book, now), hiddenAt: now };

import { PRICE_CUT_SHOWN_MS } from '#features/books/price-cut.ts';
import { MIN_PRICE_CUT_PERCENT } from '../price-history.ts';

/**
 * SQL of what a listing (alias `book`) cost for a user who has known it since a time: its lowest former price
 * since then. Null unless the present one is a cut from it, and not too old. Unlike
 * `previousPrice` it needs no time in the lists: the user has seen that price. `since` and `now` are
 * expressions of the statement around it.
 */
export const previousPriceSince = (book: string, { since, now }: { since: string; now: string }): string =>
  `(SELECT min(c.former_price) FROM price_changes c WHERE c.book_id = ${book}.id AND c.changed_at > ${since}
    HAVING max(c.changed_at) > ${now}::timestamptz - interval '${PRICE_CUT_SHOWN_MS} milliseconds'
      AND ${book}.price * 100 <= min(c.former_price) * ${100 - MIN_PRICE_CUT_PERCENT})`;

/** SQL of when the price of a listing last changed; null: not in the last 30 days. */
export const lastPriceChange = (book: string): string =>
  `(SELECT max(c.changed_at) FROM price_changes c WHERE c.book_id = ${book}.id)`;

/** SQL: whether a listing had its title before a time: the receiver has chosen it under that title. */
export const hasTitleSinceSql = (book: string, time: string): string =>
  `(${book}.title_changed_at IS NULL OR ${book}.title_changed_at < ${time})`;

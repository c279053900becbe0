import { DAY_MS } from '#platform/shared/durations.ts';

/** Limits of wanted entries, and who is alerted by which. Pure: no I/O. */

/** Entries of one user. Another one is refused until the user deletes one. */
export const MAX_WANTED_ENTRIES = 50;

/** Reserved listings that one entry waits for: the oldest gives way. */
export const MAX_AWAITED_BOOKS = 100;

/** The longest words in characters, as written. */
export const MAX_WANTED_WORDS_LENGTH = 100;

/** A list shows at most this many alerts of an entry, the newest ones. */
export const MAX_SHOWN_ALERTS = 5;

/** They are looked for among this many of the newest alerts of an entry: those of sold listings stay. */
export const MAX_SEARCHED_ALERTS = 100;

/** Unseen alerts are counted up to here. */
export const MAX_COUNTED_ALERTS = 100;

/** Available listings are counted up to here: with this many there may be more. */
export const MAX_COUNTED_LISTINGS = 100;

/** Alerts stay for this long after their listing is sold or deleted. */
export const OLD_ALERT_MS = 30 * DAY_MS;

/** A digest names at most this many listings, and counts the others. */
export const MAX_DIGEST_BOOKS = 20;

/**
 * A user is notified at once of at most this many listings in NOTIFIED_WINDOW_MS, and of one for each seller
 * and entry. Sellers are mailboxes.
 */
export const MAX_NOTIFIED_AT_ONCE = 5;
/** The share of one mailbox, and that of all sellers without a verified email together. */
export const MAX_NOTIFIED_BY_MAILBOX = 2;
export const NOTIFIED_WINDOW_MS = DAY_MS;

/** How long a deleted entry comes back with its alerts when it is added again. */
export const WANTED_UNDO_WINDOW_MS = 30_000;

/** The last word also matches longer words from this length on: 'chem' is 'chemistry', but 'art' is 'art'. */
export const MIN_PREFIX_LENGTH = 4;

/** The books that an account has room for, without those on its list already. */
export function booksToAdd<Book extends { isbn: string }>(
  books: readonly Book[],
  entries: readonly { isbn: string | null }[],
): Book[] {
  const known = new Set(entries.map(({ isbn }) => isbn));
  return books
    .filter(({ isbn }) => !known.has(isbn))
    .slice(0, Math.max(0, MAX_WANTED_ENTRIES - entries.length));
}

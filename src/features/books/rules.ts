/** Conditions, subjects, limits and permissions of listings. Pure: no I/O, nothing but the language. */

import { DAY_MS } from '#platform/shared/durations.ts';

export { type ConditionDetails } from './condition-details.ts';
export {
  MAX_COURSE_LENGTH,
  MAX_COURSES_OF_LISTING,
  toCourseCode,
  toCourseCodes,
  writeCourse,
} from './course-code.ts';

export const conditions = ['Like New', 'Excellent', 'Good', 'Fair', 'Poor'] as const;
export type Condition = (typeof conditions)[number];

/** How a price compares with others; null: no better than they. The feature of prices decides it. */
export const priceRatings = ['great', 'fair'] as const;

/** The subject filters of Home: those of the specification, then the others of the form. 'All' is none. */
export const homeSubjects = [
  'Mathematics', 'Science', 'History', 'Literature', 'Psychology', 'Computer Science', 'Fiction', 'Non-Fiction',
  'Horror', 'Romance', 'Comedy', 'Business', 'Engineering',
] as const; // oxfmt-ignore

/** The subjects of the listing form: its eight, then the others of Home. */
export const formSubjects = [
  'Mathematics', 'Science', 'History', 'Literature', 'Psychology', 'Computer Science', 'Business', 'Engineering',
  'Fiction', 'Non-Fiction', 'Horror', 'Romance', 'Comedy',
] as const; // oxfmt-ignore

/** Stored for a listing without a subject. */
export const DEFAULT_SUBJECT = 'General';

export const bookLimits = {
  title: 200,
  author: 200,
  subject: 50,
  description: 5000,
  images: 5,
  /** Listings of one user at a time, without sold ones. */
  listings: 200,
  /** Rows of a shelf: books that are listed together. */
  shelf: 30,
} as const;

/** Only its seller may change a listing: the server decides it in `lock-own-book.ts`. */
export const canManageBook = (book: { sellerId: string }, userId: string): boolean =>
  book.sellerId === userId;

/** The most listings of one unverified mailbox on the first page of the lists, as long as others fill it. */
export const MAX_FIRST_PAGE_LISTINGS_PER_UNVERIFIED_SELLER = 3;

/** How long a deleted listing can be restored. */
export const UNDO_WINDOW_MS = 30_000;

/** A search ranks at most this many matches; the list says that it ends there. */
export const MAX_SEARCH_RESULTS = 200;

/** Whether a boost is in force, as the specification defines it. */
export function isBoosted(
  book: { isBoosted: boolean; boostedUntil: string | Date | null },
  now: Date,
): boolean {
  return book.isBoosted && (book.boostedUntil === null || new Date(book.boostedUntil) > now);
}

/** How long a listing stays active, unless `LISTING_DAYS` says otherwise. */
export const DEFAULT_LISTING_DAYS = 120;

/** Owners see the question 'Still selling?' this long before the end of a listing. */
export const RENEWAL_QUESTION_MS = 7 * DAY_MS;

export type ListingPeriod = { expiresAt: Date; boostedUntil: Date | null };
type HidablePeriod = ListingPeriod & { isExpired: boolean; hiddenAt: Date | null };

/** When a listing leaves the lists: a running boost keeps it there to its own end. */
export const toListingEnd = ({ expiresAt, boostedUntil }: ListingPeriod): Date =>
  boostedUntil !== null && boostedUntil > expiresAt ? boostedUntil : expiresAt;

/** Whether a row is in the lists, as `isListedSql` says of those of a statement. */
export const isListed = (book: ListingPeriod & { isActive: boolean }, now: Date): boolean =>
  book.isActive && toListingEnd(book) > now;

/**
 * The times of a listing as they would be if it were shown now: while it is hidden they stand still. Those of one that is not
 * hidden.
 */
export function toShownPeriod(
  { expiresAt, boostedUntil, isExpired, hiddenAt }: HidablePeriod,
  now: Date,
): ListingPeriod {
  if (hiddenAt === null) return { expiresAt, boostedUntil };
  const later = (time: Date) => new Date(time.getTime() + now.getTime() - hiddenAt.getTime());
  return {
    expiresAt: isExpired ? expiresAt : later(expiresAt),
    boostedUntil: boostedUntil !== null && boostedUntil > hiddenAt ? later(boostedUntil) : boostedUntil,
  };
}

/** When a listing leaves the lists, if it is shown from now on. */
export const toShownEnd = (book: HidablePeriod, now: Date): Date => toListingEnd(toShownPeriod(book, now));

/** Whether what was agreed about a listing goes on: it is in the lists, or would be if it were not hidden. */
export const isListedOrHidden = (
  book: HidablePeriod & { isActive: boolean; soldAt: Date | null; deletedAt: Date | null },
  now: Date,
): boolean =>
  book.hiddenAt === null
    ? isListed(book, now)
    : book.soldAt === null && book.deletedAt === null && !book.isExpired && toShownEnd(book, now) > now;

type Listed = { soldAt: string | null; expiresAt: string };

const remainingMs = ({ expiresAt }: Listed, now: Date) => new Date(expiresAt).getTime() - now.getTime();

/** Whether a listing is over that nobody has bought. */
export const isExpired = (book: Listed, now: Date): boolean =>
  book.soldAt === null && remainingMs(book, now) <= 0;

/** Whether its owner sees the question 'Still selling?'. */
export const isEnding = (book: Listed, now: Date): boolean =>
  book.soldAt === null && remainingMs(book, now) > 0 && remainingMs(book, now) <= RENEWAL_QUESTION_MS;

/** The days to the end of a listing, rounded up. */
export const remainingDays = (book: Listed, now: Date): number => Math.ceil(remainingMs(book, now) / DAY_MS);

/** How long a boost lasts, at least one minute. Rounded, because pages update the time twice a minute. */
export function remainingBoostTime(
  boostedUntil: string | Date,
  now: Date,
): { hours: number; minutes: number } {
  const minutes = Math.max(1, Math.round((new Date(boostedUntil).getTime() - now.getTime()) / 60_000));
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}

/** Milliseconds between two events of one book that reach the browsers; the last one is never left out. */
export const BOOK_EVENT_INTERVAL_MS = 2_000;

/** Events of one seller's books that reach the browsers: a few at once, then one each second. */
export const SELLER_EVENT_PACE = { burst: 5, intervalMs: 1_000 };

/** Browsers that show a changed book fetch it within this time, not all in the same moment. */
export const BOOK_REFETCH_SPREAD_MS = 2_000;

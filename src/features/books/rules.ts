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

/** How good a price is; null: not better than others. `prices` computes it. */
export const priceRatings = ['great', 'fair'] as const;

/** The subject filters of Home: those of the specification, then the others of the form. 'All' is no filter. */
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
  /** Rows of a shelf, a batch of books that are listed together. */
  shelf: 30,
} as const;

/** Only the seller may change a listing. The server enforces it in `lock-own-book.ts`. */
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

/** When a listing leaves the lists: at its expiry, or at the end of a boost that runs longer. */
export const toListingEnd = ({ expiresAt, boostedUntil }: ListingPeriod): Date =>
  boostedUntil !== null && boostedUntil > expiresAt ? boostedUntil : expiresAt;

/** Whether a listing is in the lists: `isListedSql` for a row that is already read. */
export const isListed = (book: ListingPeriod & { isActive: boolean }, now: Date): boolean =>
  book.isActive && toListingEnd(book) > now;

/**
 * The end of a listing and of its boost if it were shown again now: both are suspended while it is hidden. Unchanged
 * if it is not hidden.
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

/** When a listing would leave the lists if it were shown again now. */
export const toShownEnd = (book: HidablePeriod, now: Date): Date => toListingEnd(toShownPeriod(book, now));

/** Whether agreements about a listing stay valid: it is in the lists, or would be if it were not hidden. */
export const isListedOrHidden = (
  book: HidablePeriod & { isActive: boolean; soldAt: Date | null; deletedAt: Date | null },
  now: Date,
): boolean =>
  book.hiddenAt === null
    ? isListed(book, now)
    : book.soldAt === null && book.deletedAt === null && !book.isExpired && toShownEnd(book, now) > now;

type Listed = { soldAt: string | null; expiresAt: string };

const remainingMs = ({ expiresAt }: Listed, now: Date) => new Date(expiresAt).getTime() - now.getTime();

/** Whether a listing has ended unsold. */
export const isExpired = (book: Listed, now: Date): boolean =>
  book.soldAt === null && remainingMs(book, now) <= 0;

/** Whether its owner sees the question 'Still selling?'. */
export const isEnding = (book: Listed, now: Date): boolean =>
  book.soldAt === null && remainingMs(book, now) > 0 && remainingMs(book, now) <= RENEWAL_QUESTION_MS;

/** The days to the end of a listing, rounded up. */
export const remainingDays = (book: Listed, now: Date): number => Math.ceil(remainingMs(book, now) / DAY_MS);

/** The remaining time of a boost, at least one minute. Rounded, because pages update it twice a minute. */
export function remainingBoostTime(
  boostedUntil: string | Date,
  now: Date,
): { hours: number; minutes: number } {
  const minutes = Math.max(1, Math.round((new Date(boostedUntil).getTime() - now.getTime()) / 60_000));
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}

/** Browsers get at most one event per book in this interval; the last one is never dropped. */
export const BOOK_EVENT_INTERVAL_MS = 2_000;

/** How many events of one seller's books reach the browsers: a few at once, then one per second. */
export const SELLER_EVENT_PACE = { burst: 5, intervalMs: 1_000 };

/** Browsers that show a changed book spread their refetches over this time. */
export const BOOK_REFETCH_SPREAD_MS = 2_000;

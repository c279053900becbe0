/** What the market trades in, and its limits. Pure: no I/O, nothing but the language. */

export const conditions = ['Like New', 'Excellent', 'Good', 'Fair', 'Poor'] as const;
export type Condition = (typeof conditions)[number];

/** The chips of Home, in order: the specification's, then what the form offers besides. 'All' is no subject. */
export const homeSubjects = [
  'Mathematics', 'Science', 'History', 'Literature', 'Psychology', 'Computer Science', 'Fiction', 'Non-Fiction',
  'Horror', 'Romance', 'Comedy', 'Business', 'Engineering',
] as const; // oxfmt-ignore

/** What the listing form offers: its eight, then the rest of Home's. */
export const formSubjects = [
  'Mathematics', 'Science', 'History', 'Literature', 'Psychology', 'Computer Science', 'Business', 'Engineering',
  'Fiction', 'Non-Fiction', 'Horror', 'Romance', 'Comedy',
] as const; // oxfmt-ignore

/** An absent subject is stored as this. */
export const defaultSubject = 'General';

export const bookLimits = {
  title: 200,
  author: 200,
  subject: 50,
  description: 5000,
  /** Cents. */
  price: 999_999,
  images: 5,
  /** Listings that one person has at a time, sold ones not counted. */
  listings: 200,
} as const;

/** How long a deleted listing can be brought back, in milliseconds. */
export const UNDO_WINDOW_MS = 30_000;

/** A search ranks at most this many matches, then ends honestly. */
export const MAX_SEARCH_RESULTS = 200;

/** Boosted, as the specification defines it. */
export function isBoosted(
  book: { isBoosted: boolean; boostedUntil: string | Date | null },
  now: Date,
): boolean {
  return book.isBoosted && (book.boostedUntil === null || new Date(book.boostedUntil) > now);
}

/** '3h 12m left' or '48m left'; the last minute reads '1m left'. Rounded, as screens learn the time only twice a minute. */
export function formatBoostTimeLeft(boostedUntil: string | Date, now: Date): string {
  const minutes = Math.max(1, Math.round((new Date(boostedUntil).getTime() - now.getTime()) / 60_000));
  const hours = Math.floor(minutes / 60);
  return hours > 0 ? `${hours}h ${minutes % 60}m left` : `${minutes}m left`;
}

/** Limits and words of courses and their reading lists. No I/O. */

export const requirements = ['required', 'recommended'] as const;
export type Requirement = (typeof requirements)[number];

/** Books of one reading list. */
export const MAX_BOOKS_OF_COURSE = 60;

/** Rows of one imported file. */
export const MAX_IMPORT_ROWS = 10_000;

/** Of one imported file, as JSON. */
export const MAX_IMPORT_BYTES = 4 * 1024 * 1024;

/** Of all reading lists together: what one export holds. */
export const MAX_READING_LIST_ROWS = 50_000;

export const courseLimits = { title: 200, term: 50 } as const;

import { DAY_MS } from '#platform/shared/durations.ts';

/** How long after the end of a meeting both may say whether they met. */
export const ANSWER_MS = 14 * DAY_MS;

/** How long who is said not to have come may answer that, at least. It counts then, unless it is disputed. */
export const DISPUTE_MS = 7 * DAY_MS;

/** How long a missed meeting counts, from its beginning. */
export const MISSED_PERIOD_MS = 365 * DAY_MS;

/** Profiles tell of missed meetings from this number on. */
export const MIN_SHOWN_MISSED = 3;

/** Characters of the text of who is said not to have come. */
export const MAX_REPLY_LENGTH = 300;

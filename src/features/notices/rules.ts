import { DAY_MS } from '#platform/shared/durations.ts';

/** Limits of notices. No I/O. */

export const MAX_NOTICE_LENGTH = 2000;
export const MAX_NOTICE_URL_LENGTH = 2000;
export const MAX_NOTIFIER_NAME_LENGTH = 200;

/** Days after the outcome until name and email are erased; of a notice that was not confirmed, after it was written. */
export const NOTIFIER_TTL_DAYS = 30;

/**
 * The longest time that the words of an unanswered notice are kept once its notifier, or the user whom it is about, is
 * deleted. Answered ones keep them for `NOTIFIER_TTL_DAYS`.
 */
export const ORPHANED_WORDS_TTL_DAYS = 180;

/** The outcome that its notifier gets: something was done, or nothing. */
export const noticeOutcomes = ['acted', 'kept'] as const;
export type NoticeOutcome = (typeof noticeOutcomes)[number];

/**
 * A network may be a whole campus. `market`: all visitors together; `target`: visitors about one object; users with an account have a separate limit, which
 * no flood uses up.
 */
export const noticeRateLimit = {
  network: { name: 'notices', points: 20, durationMs: DAY_MS },
  market: { name: 'notices-of-visitors', points: 300, durationMs: DAY_MS },
  user: { name: 'notices-of-user', points: 20, durationMs: DAY_MS },
  target: { name: 'notices-of-target', points: 100, durationMs: DAY_MS },
} as const;

/** Notices of visitors with one mailbox on one day (UTC), however it is spelled. */
export const MAX_NOTICES_OF_MAILBOX = 30;
/** Links to one mailbox on one day (UTC): anyone can enter any address. */
export const MAX_LINKS_OF_MAILBOX = 1;
/** The same once its owner has confirmed a notice. */
export const MAX_LINKS_OF_CONFIRMED_MAILBOX = 5;

/** Further pages that are neither a listing nor a profile share the case of the campus: paths can be made up. */
export const MAX_OPEN_PAGE_CASES = 20;
export const CAMPUS_PATH = '/';

/** What a receipt is called: 'N-2026-0214'. The number counts over all years. */
export const toReceiptNumber = (createdAt: Date, number: number): string =>
  `N-${createdAt.getUTCFullYear()}-${String(number).padStart(4, '0')}`;

import { DAY_MS } from '#platform/shared/durations.ts';

/** How long seller and buyer may review each other after a confirmed sale. */
export const REVIEW_PERIOD_MS = 14 * DAY_MS;

export const MAX_STARS = 5;

export const reviewTags = ['Book as described', 'On time', 'Friendly', 'Quick answers'] as const;
export type ReviewTag = (typeof reviewTags)[number];

/** The longest text of a review and of a reply, in characters. */
export const MAX_REVIEW_LENGTH = 500;

/** Stands for an author who has left. */
export const FORMER_STUDENT = 'Former student';

/** What the two are in a sale. */
export const saleSides = ['seller', 'buyer'] as const;
export type SaleSide = (typeof saleSides)[number];

/** The end of the time in which a sale can be reviewed. Reviews of it are public from then on. */
export const toReviewEnd = (confirmedAt: Date): Date => new Date(confirmedAt.getTime() + REVIEW_PERIOD_MS);

export const reviewStates = ['hidden', 'public', 'private', 'removed'] as const;

/**
 * 'hidden' until both have reviewed the sale or its time is over: nobody but the author knows of it, and the
 * author may change it. 'private' if the sale does not count: the same for good, changeable until the time is
 * over. 'removed' by the team.
 */
type ReviewState = (typeof reviewStates)[number];

export function toReviewState(
  { publishedAt, removedAt, counts }: { publishedAt: Date; removedAt: Date | null; counts: boolean },
  now: Date,
): ReviewState {
  if (removedAt !== null) return 'removed';
  if (!counts) return 'private';
  return publishedAt <= now ? 'public' : 'hidden';
}

/** The average with two decimals; null without a review. */
export const toAverage = (sum: number, count: number): number | null =>
  count === 0 ? null : Math.round((100 * sum) / count) / 100;

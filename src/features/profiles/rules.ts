import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts';

/** How soon a user usually replies to the first message of a buyer: within an hour, a day, a few days. */
export const replyTimes = ['hour', 'day', 'days'] as const;
export type ReplyTime = (typeof replyTimes)[number];

/** The fewest buyers for a reply time, so that it is not that of one conversation. Each buyer counts once. */
const MIN_REPLY_BUYERS = 5;

/** Conversations are older than this when they no longer count. */
export const REPLY_PERIOD_MS = 90 * DAY_MS;

const MAX_REPLY_MS = { hour: HOUR_MS, day: DAY_MS, days: 5 * DAY_MS } satisfies Record<ReplyTime, number>;

/** The time after which a message without a reply counts as never replied to; it does not count before. */
export const NO_REPLY_AFTER_MS = MAX_REPLY_MS.days;

/**
 * What the milliseconds between first messages and replies say about a user: their median. Each buyer counts once,
 * one without a reply as Infinity. Of an even number it is the slower middle, so that it is true of at least half.
 */
export function toReplyTime(delaysMs: readonly number[]): ReplyTime | null {
  if (delaysMs.length < MIN_REPLY_BUYERS) return null;
  const median = delaysMs.toSorted((a, b) => a - b)[Math.floor(delaysMs.length / 2)]!;
  return replyTimes.find((time) => median <= MAX_REPLY_MS[time]) ?? null;
}

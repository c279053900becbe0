import { DAY_MS } from '#platform/shared/durations.ts';
import { addDays, toInstant } from '#platform/shared/zoned-time.ts';

/** How long before the end of a semester its buyers get the question, and how long after it they see it. */
const DAYS_BEFORE_END = 14;
export const DAYS_AFTER_END = 14;

/** A semester without an earlier one is this long. */
const FIRST_SEMESTER_DAYS = 183;

/** A semester's `end`, and the range of purchases that get the question. */
export type AskedSemester = { end: string; from: Date; to: Date };

/**
 * The semester whose question is due: from two weeks before its last day to that day. It is about purchases
 * since the question of the semester before: a book that is bought in the last two weeks is for the next one.
 */
export function findAskedSemester(
  ends: readonly string[],
  now: Date,
  timeZone: string,
): AskedSemester | undefined {
  const startOf = (day: string) => toInstant(Date.parse(`${day}T00:00:00Z`), timeZone);
  return ends
    .toSorted()
    .map((end, index, sorted): AskedSemester => {
      const to = startOf(addDays(end, -DAYS_BEFORE_END));
      const before = sorted[index - 1];
      const from =
        before === undefined
          ? new Date(to.getTime() - FIRST_SEMESTER_DAYS * DAY_MS)
          : startOf(addDays(before, -DAYS_BEFORE_END));
      return { end, from, to };
    })
    .find(({ end, to }) => to <= now && now < startOf(addDays(end, 1)));
}

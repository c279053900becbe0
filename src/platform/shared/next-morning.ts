import { DAY_MS } from '#platform/shared/durations.ts';
import { readClock, toInstant } from '#platform/shared/zoned-time.ts';

/** The hour of the digest, in the time zone of the campus. */
const MORNING_HOUR = 8;

/** The first morning after `now`: eight o'clock on the clocks of the time zone, with its daylight saving. */
export function nextMorning(now: Date, timeZone: string): Date {
  const { year, month, day } = readClock(now, timeZone);
  const today = toInstant(Date.UTC(year, month - 1, day, MORNING_HOUR), timeZone);
  if (today > now) return today;
  return toInstant(Date.UTC(year, month - 1, day, MORNING_HOUR) + DAY_MS, timeZone);
}

import { DAY_MS } from '#platform/shared/durations.ts';

/** The hour of the digest, in the time zone of the campus. */
const MORNING_HOUR = 8;

/** The first morning after `now`: eight o'clock on the clocks of the time zone, with its daylight saving. */
export function nextMorning(now: Date, timeZone: string): Date {
  const { year, month, day } = readClock(now, timeZone);
  const today = toInstant(Date.UTC(year, month - 1, day, MORNING_HOUR), timeZone);
  if (today > now) return today;
  return toInstant(Date.UTC(year, month - 1, day, MORNING_HOUR) + DAY_MS, timeZone);
}

type ClockFields = { year: number; month: number; day: number; hour: number; minute: number; second: number };

/** What the clocks of the time zone show. */
function readClock(at: Date, timeZone: string): ClockFields {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const fields = format.formatToParts(at).map(({ type, value }) => [type, Number(value)]);
  return Object.fromEntries(fields) as ClockFields;
}

/** When the clocks show this, written as if it were UTC. Twice, because the offset may change before it. */
function toInstant(shown: number, timeZone: string): Date {
  const first = shown - offsetAt(new Date(shown), timeZone);
  return new Date(shown - offsetAt(new Date(first), timeZone));
}

/** In milliseconds; positive east of Greenwich. */
function offsetAt(at: Date, timeZone: string): number {
  const { year, month, day, hour, minute, second } = readClock(at, timeZone);
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at.getTime() / 1000) * 1000;
}

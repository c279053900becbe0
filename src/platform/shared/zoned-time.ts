import { DAY_MS } from './durations.ts';

type ClockFields = { year: number; month: number; day: number; hour: number; minute: number; second: number };

const formats = new Map<string, Intl.DateTimeFormat>();

/** What the clocks of the time zone show at an instant. */
export function readClock(at: Date, timeZone: string): ClockFields {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(timeZone, format);
  }
  const fields = format.formatToParts(at).map(({ type, value }) => [type, Number(value)]);
  return Object.fromEntries(fields) as ClockFields;
}

/**
 * When the clocks show this, written as if it were UTC. A time that they show twice is the first of the two;
 * for one that they skip, as much later as the clocks are put forward.
 */
export function toInstant(shown: number, timeZone: string): Date {
  const candidates = [shown - DAY_MS, shown + DAY_MS].map(
    (near) => new Date(shown - offsetAt(new Date(near), timeZone)),
  );
  const right = candidates.filter((at) => at.getTime() + offsetAt(at, timeZone) === shown);
  const times = (right.length > 0 ? right : candidates).map((at) => at.getTime());
  return new Date(right.length > 0 ? Math.min(...times) : Math.max(...times));
}

/** The offset in milliseconds; positive east of Greenwich. */
export function offsetAt(at: Date, timeZone: string): number {
  const { year, month, day, hour, minute, second } = readClock(at, timeZone);
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at.getTime() / 1000) * 1000;
}

/** '2026-11-22', as the calendars of the time zone show it. */
export function dayIn(at: Date, timeZone: string): string {
  const { year, month, day } = readClock(at, timeZone);
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/** '2026-11-22' and 1 → '2026-11-23' */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);

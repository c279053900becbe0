import { capitalize, formatTime, type DateFormat } from '#platform/shared/texts/dates.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { addDays, dayIn, offsetAt } from '#platform/shared/zoned-time.ts';

const format = (at: string, timeZone: string, name: DateFormat): string => formatTime(name, at, { timeZone });

/** '2:00 PM' on the clocks of the campus; '2:00 PM EST' where those of the reader's device show another time. */
export function formatClock(at: string, timeZone: string): string {
  const time = new Date(at);
  const isShownHere = offsetAt(time, timeZone) === -time.getTimezoneOffset() * MINUTE_MS;
  return format(at, timeZone, isShownHere ? 'clock' : 'clockWithZone');
}

/** 'Today', 'Tomorrow', 'Sunday', with the date where the name alone may mislead. */
export function formatNearDay(at: string, timeZone: string, now: Date): string {
  const today = dayIn(now, timeZone);
  const day = dayIn(new Date(at), timeZone);
  if (day === today) return 'Today';
  if (day === addDays(today, 1)) return 'Tomorrow';
  const isNear = day > today && day < addDays(today, 7);
  return capitalize(format(at, timeZone, isNear ? 'dayOfWeek' : 'weekday'));
}

/** 'Sunday, November 22, 2:00 PM' */
export const formatWhole = (at: string, timeZone: string): string =>
  `${format(at, timeZone, 'weekday')}, ${formatClock(at, timeZone)}`;

/** A leaf of a calendar: 'Nov', '22', 'Sun'. */
export const toCalendarLeaf = (at: string, timeZone: string) => ({
  month: format(at, timeZone, 'shortMonth'),
  day: format(at, timeZone, 'dayOfMonth'),
  weekday: format(at, timeZone, 'shortDayOfWeek'),
});

/** The local noon of a day, '2026-11-22'. */
export const toNoon = (day: string): string => `${day}T12:00:00Z`;

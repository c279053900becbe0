import { BROWSER_TIME_LOCALE } from '#ui/display/format-time.ts';
import { addDays, dayIn } from '#platform/shared/zoned-time.ts';

const { locale } = BROWSER_TIME_LOCALE;

const format = (at: string, timeZone: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone }).format(new Date(at));

/** '2:00 PM' on the clocks of the campus. */
export const formatClock = (at: string, timeZone: string): string =>
  format(at, timeZone, { hour: 'numeric', minute: '2-digit' });

/** 'Today', 'Tomorrow', 'Sunday', with the date where the name alone may mislead. */
export function formatNearDay(at: string, timeZone: string, now: Date): string {
  const today = dayIn(now, timeZone);
  const day = dayIn(new Date(at), timeZone);
  if (day === today) return 'Today';
  if (day === addDays(today, 1)) return 'Tomorrow';
  const isNear = day > today && day < addDays(today, 7);
  return format(
    at,
    timeZone,
    isNear ? { weekday: 'long' } : { weekday: 'long', month: 'long', day: 'numeric' },
  );
}

/** 'Sunday, November 22, 2:00 PM' */
export const formatWhole = (at: string, timeZone: string): string =>
  `${format(at, timeZone, { weekday: 'long', month: 'long', day: 'numeric' })}, ${formatClock(at, timeZone)}`;

/** A leaf of a calendar: 'Nov', '22', 'Sun'. */
export const toCalendarLeaf = (at: string, timeZone: string) => ({
  month: format(at, timeZone, { month: 'short' }),
  day: format(at, timeZone, { day: 'numeric' }),
  weekday: format(at, timeZone, { weekday: 'short' }),
});

/** The local noon of a day, '2026-11-22'. */
export const toNoon = (day: string): string => `${day}T12:00:00Z`;

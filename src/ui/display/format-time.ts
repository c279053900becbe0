import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';

/** Formats times. The texts are English; clock times and dates follow the locale and the time zone. */
export type DateInput = number | string | Date;

/** What is absent is the browser's. */
export type TimeLocale = { locale?: string; timeZone?: string };

/** The same on every machine: for the server, and for the browser until hydration. */
export const SERVER_TIME_LOCALE: TimeLocale = { locale: 'en-US', timeZone: 'UTC' };

/** The reader's own locale and time zone. */
export const BROWSER_TIME_LOCALE: TimeLocale = {};

const FORMATS = {
  clock: { hour: 'numeric', minute: '2-digit' },
  date: { day: 'numeric', month: 'long', year: 'numeric' },
  shortDate: { day: 'numeric', month: 'short' },
  weekday: { weekday: 'long', day: 'numeric', month: 'long' },
  weekdayWithYear: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  dayOfWeek: { weekday: 'long' },
  monthOfYear: { month: 'long', year: 'numeric' },
  key: { day: '2-digit', month: '2-digit', year: 'numeric' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Creating a formatter takes much longer than using it. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function format(name: keyof typeof FORMATS, at: DateInput, { locale, timeZone }: TimeLocale): string {
  const key = `${name} ${locale} ${timeZone}`;
  let formatter = formatters.get(key);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat(locale, { ...FORMATS[name], ...(timeZone && { timeZone }) });
    formatters.set(key, formatter);
  }
  // Versions of ICU disagree about the space before 'PM'; the server and the browser must render the same.
  return formatter.format(new Date(at)).replace(/[\u00a0\u202f]/g, ' ');
}

export const toUnixMs = (at: DateInput): number => new Date(at).getTime();

const pluralize = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'} ago`;

/** 'just now', '5 minutes ago', '2 days ago', '2 weeks ago', '3 months ago'. */
export function timeAgo(at: DateInput, now: number): string {
  const age = Math.max(0, now - toUnixMs(at));
  if (age < MINUTE_MS) return 'just now';
  if (age < HOUR_MS) return pluralize(Math.floor(age / MINUTE_MS), 'minute');
  if (age < DAY_MS) return pluralize(Math.floor(age / HOUR_MS), 'hour');
  const days = Math.floor(age / DAY_MS);
  if (days < 7) return pluralize(days, 'day');
  if (days < 30) return pluralize(Math.floor(days / 7), 'week');
  if (days < 365) return pluralize(Math.floor(days / 30), 'month');
  return pluralize(Math.floor(days / 365), 'year');
}

/** '8:12 PM'; in Germany '20:12'. */
export const formatClockTime = (at: DateInput, where: TimeLocale): string => format('clock', at, where);

/** 'November 18, 2026'; in Germany '18. November 2026'. */
export const formatDate = (at: DateInput, where: TimeLocale): string => format('date', at, where);

/** 'Nov 18', of a day like '2026-11-18'. */
export const formatShortDate = (day: string, { locale }: TimeLocale): string =>
  format('shortDate', `${day}T00:00:00Z`, { ...(locale && { locale }), timeZone: 'UTC' });

/** 'November 18, 2026, 2:05 PM', and 'UTC' where that is the time zone. */
export const formatDateTime = (at: DateInput, where: TimeLocale): string =>
  `${formatDate(at, where)}, ${formatClockTime(at, where)}${where.timeZone === 'UTC' ? ' UTC' : ''}`;

/** The time of a message: the clock within a day, then 'x ago'. */
export function formatMessageTime(at: DateInput, now: number, where: TimeLocale): string {
  return now - toUnixMs(at) < DAY_MS ? formatClockTime(at, where) : timeAgo(at, now);
}

/** The same for all times of one day: '2026-11-18', as Sweden writes it. */
export const dayKey = (at: DateInput, { timeZone }: TimeLocale): string =>
  format('key', at, { locale: 'sv-SE', ...(timeZone && { timeZone }) });

/** 'Today', 'Yesterday', 'Wednesday, November 18', with the year if it is not the current one. */
export function formatDay(at: DateInput, now: number, where: TimeLocale): string {
  const key = dayKey(at, where);
  const today = dayKey(now, where);
  if (key === today) return 'Today';
  if (key === dayKey(now - DAY_MS, where)) return 'Yesterday';
  return format(key.slice(0, 4) === today.slice(0, 4) ? 'weekday' : 'weekdayWithYear', at, where);
}

/** 'today', 'yesterday', 'Wednesday, November 18'. */
export const formatPastDay = (at: DateInput, now: number, where: TimeLocale): string =>
  lastDays(at, now, where) ?? formatDay(at, now, where);

/** 'today', 'yesterday', 'March 2026'. */
export const formatMonth = (at: DateInput, now: number, where: TimeLocale): string =>
  lastDays(at, now, where) ?? format('monthOfYear', at, where);

function lastDays(at: DateInput, now: number, where: TimeLocale): string | null {
  const key = dayKey(at, where);
  if (key === dayKey(now, where)) return 'today';
  return key === dayKey(now - DAY_MS, where) ? 'yesterday' : null;
}

/**
 * When something ends, after 'until': 'today, 2:33 PM', 'Tuesday, 2:33 PM', a week or more away 'Nov 27, 2:33
 * PM', in the past with the whole date. Midnight is the end of a day: 'the end of Tuesday'.
 */
export function formatUntil(at: DateInput, now: number, where: TimeLocale): string {
  const end = toUnixMs(at);
  if (dayKey(end - 1, where) !== dayKey(end, where)) return `the end of ${nearDay(end - 1, now, where)}`;
  const isOver = end < now && dayKey(end, where) !== dayKey(now, where);
  return isOver ? formatDateTime(at, where) : `${nearDay(end, now, where)}, ${formatClockTime(at, where)}`;
}

function nearDay(at: number, now: number, where: TimeLocale): string {
  if (dayKey(at, where) === dayKey(now, where)) return 'today';
  const left = at - now;
  if (left < 0) return formatDate(at, where);
  return format(left < 6 * DAY_MS ? 'dayOfWeek' : 'shortDate', at, where);
}

/** Formats times. Pure, English, the same on every machine; `zone` is the time zone. */
export type DateInput = number | string | Date;
export type Zone = 'utc' | 'local';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

export const toUnixMs = (at: DateInput): number => new Date(at).getTime();

const pluralize = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'} ago`;

/** 'just now', '5 minutes ago', '2 days ago', '2 weeks ago', '3 months ago'. */
export function timeAgo(at: DateInput, now: number): string {
  const age = Math.max(0, now - toUnixMs(at));
  if (age < MINUTE) return 'just now';
  if (age < HOUR) return pluralize(Math.floor(age / MINUTE), 'minute');
  if (age < DAY) return pluralize(Math.floor(age / HOUR), 'hour');
  const days = Math.floor(age / DAY);
  if (days < 7) return pluralize(days, 'day');
  if (days < 30) return pluralize(Math.floor(days / 7), 'week');
  if (days < 365) return pluralize(Math.floor(days / 30), 'month');
  return pluralize(Math.floor(days / 365), 'year');
}

type Fields = { year: number; month: number; date: number; day: number; hour: number; minute: number };

function fields(at: DateInput, zone: Zone): Fields {
  const d = new Date(at);
  return zone === 'utc'
    ? {
        year: d.getUTCFullYear(),
        month: d.getUTCMonth(),
        date: d.getUTCDate(),
        day: d.getUTCDay(),
        hour: d.getUTCHours(),
        minute: d.getUTCMinutes(),
      }
    : {
        year: d.getFullYear(),
        month: d.getMonth(),
        date: d.getDate(),
        day: d.getDay(),
        hour: d.getHours(),
        minute: d.getMinutes(),
      };
}

const two = (n: number): string => String(n).padStart(2, '0');

/** '14:31' */
export function formatClockTime(at: DateInput, zone: Zone): string {
  const { hour, minute } = fields(at, zone);
  return `${two(hour)}:${two(minute)}`;
}

/** '18 November 2026' */
export function formatDate(at: DateInput, zone: Zone): string {
  const { date, month, year } = fields(at, zone);
  return `${date} ${MONTHS[month]} ${year}`;
}

/** '18 November 2026, 14:05' */
export const formatDateTime = (at: DateInput, zone: Zone): string =>
  `${formatDate(at, zone)}, ${formatClockTime(at, zone)}${zone === 'utc' ? ' UTC' : ''}`;

/** The time of a message: the clock within a day, then 'x ago'. */
export function formatMessageTime(at: DateInput, now: number, zone: Zone): string {
  return now - toUnixMs(at) < DAY ? formatClockTime(at, zone) : timeAgo(at, now);
}

/** The same for all times of one day: '2026-11-18'. */
export function dayKey(at: DateInput, zone: Zone): string {
  const { year, month, date } = fields(at, zone);
  return `${year}-${two(month + 1)}-${two(date)}`;
}

/** 'Today', 'Yesterday', 'Wednesday 18 November', with the year if it is not the current one. */
export function formatDay(at: DateInput, now: number, zone: Zone): string {
  const key = dayKey(at, zone);
  if (key === dayKey(now, zone)) return 'Today';
  if (key === dayKey(now - DAY, zone)) return 'Yesterday';
  const { day, date, month, year } = fields(at, zone);
  const words = `${DAYS[day]} ${date} ${MONTHS[month]}`;
  return year === fields(now, zone).year ? words : `${words} ${year}`;
}

import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { capitalize, formatTime, type DateInput, type TimeLocale } from '#platform/shared/texts/dates.ts';
import { t } from '#platform/shared/texts/t.ts';

/** The language of the page, and the time zone of the reader's device. */
export const BROWSER_TIME_LOCALE: TimeLocale = {};

export const toUnixMs = (at: DateInput): number => new Date(at).getTime();

/** 'just now', '5 minutes ago', '2 days ago', '2 weeks ago', '3 months ago'. */
export function timeAgo(at: DateInput, now: number): string {
  const age = Math.max(0, now - toUnixMs(at));
  if (age < MINUTE_MS) return t('ui.time.just-now');
  if (age < HOUR_MS) return t('ui.time.minutes-ago', { count: Math.floor(age / MINUTE_MS) });
  if (age < DAY_MS) return t('ui.time.hours-ago', { count: Math.floor(age / HOUR_MS) });
  const days = Math.floor(age / DAY_MS);
  if (days < 7) return t('ui.time.days-ago', { count: days });
  if (days < 30) return t('ui.time.weeks-ago', { count: Math.floor(days / 7) });
  if (days < 365) return t('ui.time.months-ago', { count: Math.floor(days / 30) });
  return t('ui.time.years-ago', { count: Math.floor(days / 365) });
}

/** '8:12 PM'; in Germany '20:12'. */
export const formatClockTime = (at: DateInput, where: TimeLocale): string => formatTime('clock', at, where);

/** 'November 18, 2026'; in Germany '18. November 2026'. */
export const formatDate = (at: DateInput, where: TimeLocale): string => formatTime('date', at, where);

/** 'Nov 18', of a day like '2026-11-18'. */
export const formatShortDate = (day: string, { locale }: TimeLocale): string =>
  formatTime('shortDate', `${day}T00:00:00Z`, { ...(locale && { locale }), timeZone: 'UTC' });

/** 'November 18, 2026, 2:05 PM', and 'UTC' where that is the time zone. */
export function formatDateTime(at: DateInput, where: TimeLocale): string {
  const time = formatClockTime(at, where);
  return t('ui.time.date-and-clock', {
    date: formatDate(at, where),
    time: where.timeZone === 'UTC' ? t('ui.time.utc', { time }) : time,
  });
}

/** The time of a message: the clock within a day, then 'x ago'. */
export function formatMessageTime(at: DateInput, now: number, where: TimeLocale): string {
  return now - toUnixMs(at) < DAY_MS ? formatClockTime(at, where) : timeAgo(at, now);
}

/** The same for all times of one day: '2026-11-18', as Sweden writes it. */
export const dayKey = (at: DateInput, { timeZone }: TimeLocale): string =>
  formatTime('key', at, { locale: 'sv-SE', ...(timeZone && { timeZone }) });

/** 'Today', 'Yesterday', 'Wednesday, November 18', with the year if it is not the current one. */
export function formatDay(at: DateInput, now: number, where: TimeLocale): string {
  const last = lastDays(at, now, where);
  if (last === null) return capitalize(formatWeekday(at, now, where));
  return last === 'today' ? t('ui.time.day-today') : t('ui.time.day-yesterday');
}

/** 'today', 'yesterday', 'Wednesday, November 18'. */
export const formatPastDay = (at: DateInput, now: number, where: TimeLocale): string =>
  wordLastDays(at, now, where) ?? formatWeekday(at, now, where);

/** 'today', 'yesterday', 'March 2026'. */
export const formatMonth = (at: DateInput, now: number, where: TimeLocale): string =>
  wordLastDays(at, now, where) ?? formatTime('monthOfYear', at, where);

function lastDays(at: DateInput, now: number, where: TimeLocale): 'today' | 'yesterday' | null {
  const key = dayKey(at, where);
  if (key === dayKey(now, where)) return 'today';
  return key === dayKey(now - DAY_MS, where) ? 'yesterday' : null;
}

function wordLastDays(at: DateInput, now: number, where: TimeLocale): string | null {
  const last = lastDays(at, now, where);
  if (last === null) return null;
  return last === 'today' ? t('ui.time.today') : t('ui.time.yesterday');
}

function formatWeekday(at: DateInput, now: number, where: TimeLocale): string {
  const [year, thisYear] = [at, now].map((time) => dayKey(time, where).slice(0, 4));
  return formatTime(year === thisYear ? 'weekday' : 'weekdayWithYear', at, where);
}

/**
 * When something ends, after 'until': 'today, 2:33 PM', 'Tuesday, 2:33 PM', a week or more away 'Nov 27, 2:33
 * PM', in the past with the whole date. Midnight is the end of a day: 'the end of Tuesday'.
 */
export function formatUntil(at: DateInput, now: number, where: TimeLocale): string {
  const end = toUnixMs(at);
  const today = dayKey(now, where);
  if (dayKey(end - 1, where) !== dayKey(end, where))
    return dayKey(end - 1, where) === today
      ? t('ui.time.until-end-of-today')
      : t('ui.time.until-end-of-day', { day: nearDay(end - 1, now, where) });
  const time = formatClockTime(at, where);
  if (dayKey(end, where) === today) return t('ui.time.until-today', { time });
  return end < now
    ? t('ui.time.until-past', { time: formatDateTime(at, where) })
    : t('ui.time.until-day', { day: nearDay(end, now, where), time });
}

function nearDay(at: number, now: number, where: TimeLocale): string {
  const left = at - now;
  if (left < 0) return formatDate(at, where);
  return formatTime(left < 6 * DAY_MS ? 'dayOfWeek' : 'shortDate', at, where);
}

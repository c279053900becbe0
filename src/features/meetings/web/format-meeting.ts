import { BROWSER_TIME_LOCALE } from '#ui/display/format-time.ts';
import { addDays, dayIn } from '#platform/shared/zoned-time.ts';
import { t } from '#platform/shared/texts/t.ts';

const { locale } = BROWSER_TIME_LOCALE;

const format = (at: string, timeZone: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone }).format(new Date(at));

/** '2:00 PM' on the clocks of the campus. */
export const formatClock = (at: string, timeZone: string): string =>
  format(at, timeZone, { hour: 'numeric', minute: '2-digit' });

const formatLongDay = (at: string, timeZone: string): string =>
  format(at, timeZone, { weekday: 'long', month: 'long', day: 'numeric' });

type NearDay = { day: 'today' | 'tomorrow' | 'other'; date: string };

/** The day, and 'Sunday', with the date where the name alone may mislead. */
export function toNearDay(at: string, timeZone: string, now: Date): NearDay {
  const today = dayIn(now, timeZone);
  const day = dayIn(new Date(at), timeZone);
  const isNear = day >= today && day < addDays(today, 7);
  const date = isNear ? format(at, timeZone, { weekday: 'long' }) : formatLongDay(at, timeZone);
  if (day === today) return { day: 'today', date };
  return { day: day === addDays(today, 1) ? 'tomorrow' : 'other', date };
}

/** 'Today', 'Tomorrow', 'Sunday' */
function formatNearDay(at: string, timeZone: string, now: Date): string {
  const { day, date } = toNearDay(at, timeZone, now);
  if (day === 'other') return date;
  return day === 'today' ? t('meetings.time.today') : t('meetings.time.tomorrow');
}

/** 'Today, 2:00 PM' */
export const formatNear = (at: string, timeZone: string, now: Date): string =>
  t('meetings.time.day-and-clock', {
    day: formatNearDay(at, timeZone, now),
    time: formatClock(at, timeZone),
  });

/** 'Today, 2:00 PM, Library entrance' */
export const formatNearMeeting = (
  { startsAt, timeZone, place }: { startsAt: string; timeZone: string; place: string },
  now: Date,
): string =>
  t('meetings.time.day-clock-place', {
    day: formatNearDay(startsAt, timeZone, now),
    time: formatClock(startsAt, timeZone),
    place,
  });

/** 'Sunday, November 22, 2:00 PM' */
export const formatWhole = (at: string, timeZone: string): string =>
  t('meetings.time.day-and-clock', {
    day: formatLongDay(at, timeZone),
    time: formatClock(at, timeZone),
  });

/** A leaf of a calendar: 'Nov', '22', 'Sun'. */
export const toCalendarLeaf = (at: string, timeZone: string) => ({
  month: format(at, timeZone, { month: 'short' }),
  day: format(at, timeZone, { day: 'numeric' }),
  weekday: format(at, timeZone, { weekday: 'short' }),
});

/** The local noon of a day, '2026-11-22'. */
export const toNoon = (day: string): string => `${day}T12:00:00Z`;

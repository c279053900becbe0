import { MINUTE_MS } from '#platform/shared/durations.ts';
import { capitalize, formatTime, type DateFormat } from '#platform/shared/texts/dates.ts';
import { t } from '#platform/shared/texts/t.ts';
import { addDays, dayIn, offsetAt } from '#platform/shared/zoned-time.ts';

const format = (at: string, timeZone: string, name: DateFormat): string => formatTime(name, at, { timeZone });

/** '2:00 PM' on the clocks of the campus; '2:00 PM EST' where those of the reader's device show another time. */
export function formatClock(at: string, timeZone: string): string {
  const time = new Date(at);
  const isShownHere = offsetAt(time, timeZone) === -time.getTimezoneOffset() * MINUTE_MS;
  return format(at, timeZone, isShownHere ? 'clock' : 'clockWithZone');
}

type NearDay = { day: 'today' | 'tomorrow' | 'other'; date: string };

/** The day, and 'Sunday', with the date where the name alone may mislead. */
export function toNearDay(at: string, timeZone: string, now: Date): NearDay {
  const today = dayIn(now, timeZone);
  const day = dayIn(new Date(at), timeZone);
  const isNear = day >= today && day < addDays(today, 7);
  const date = format(at, timeZone, isNear ? 'dayOfWeek' : 'weekday');
  if (day === today) return { day: 'today', date };
  return { day: day === addDays(today, 1) ? 'tomorrow' : 'other', date };
}

/** 'Today', 'Tomorrow', 'Sunday' */
function formatNearDay(at: string, timeZone: string, now: Date): string {
  const { day, date } = toNearDay(at, timeZone, now);
  if (day === 'other') return capitalize(date);
  return day === 'today' ? t('meetings.time.today') : t('meetings.time.tomorrow');
}

/** 'Today, 2:00 PM' */
export const formatNear = (at: string, timeZone: string, now: Date): string =>
  t('meetings.time.day-and-clock', {
    day: formatNearDay(at, timeZone, now),
    time: formatClock(at, timeZone),
  });

/** 'Yesterday, 2:00 PM': of a meeting that is over. */
export function formatPast(at: string, timeZone: string, now: Date): string {
  const today = dayIn(now, timeZone);
  const day = dayIn(new Date(at), timeZone);
  const near = day === today ? t('meetings.time.today') : t('meetings.time.yesterday');
  return t('meetings.time.day-and-clock', {
    day: day < addDays(today, -1) ? capitalize(format(at, timeZone, 'weekday')) : near,
    time: formatClock(at, timeZone),
  });
}

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
    day: format(at, timeZone, 'weekday'),
    time: formatClock(at, timeZone),
  });

/** A leaf of a calendar: 'Nov', '22', 'Sun'. */
export const toCalendarLeaf = (at: string, timeZone: string) => ({
  month: format(at, timeZone, 'shortMonth'),
  day: format(at, timeZone, 'dayOfMonth'),
  weekday: format(at, timeZone, 'shortDayOfWeek'),
});

/** The local noon of a day, '2026-11-22'. */
export const toNoon = (day: string): string => `${day}T12:00:00Z`;

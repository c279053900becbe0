import { useState } from 'react';
import { marketTimeOf, type DateInput } from '#platform/shared/texts/dates.ts';
import { currentLocale } from '#platform/shared/texts/locale.ts';
import { useHydrated } from '../use-hydrated.ts';
import {
  BROWSER_TIME_LOCALE,
  formatClockTime,
  formatDate,
  formatDay,
  formatDateTime,
  toUnixMs,
  formatMessageTime,
  formatMonth,
  formatPastDay,
  formatUntil,
  timeAgo,
} from './format-time.ts';

type TimeProps = {
  at: DateInput;
  /** Milliseconds. The server sends its own time, so that both sides render the same text. */
  now: number;
  /**
   * ago: '2 days ago'. message: '2:31 PM', after a day 'x ago'. clock: '2:31 PM'. day: 'Today', 'Wednesday,
   * November 18'. date: 'November 18, 2026'. full: with the clock. until: 'Tuesday, 2:31 PM', 'the end of
   * Tuesday'.
   * month: 'today', 'March 2026'. past-day: 'today', 'yesterday', 'Wednesday, November 18'.
   */
  form?: 'ago' | 'message' | 'clock' | 'day' | 'date' | 'full' | 'until' | 'month' | 'past-day';
  className?: string;
};

/**
 * In the time zone of the market until hydration, then in the reader's. Above the fold, server-rendered pages use
 * 'ago' and 'until' only. React does not compare the server's text with the browser's: their versions of Unicode's
 * data may write a date differently. The whole date is in the tooltip once a pointer hovers: a formatter takes a slow
 * phone a tenth of a second.
 */
export function Time({ at, now, form = 'ago', className }: TimeProps) {
  const where = useHydrated() ? BROWSER_TIME_LOCALE : marketTimeOf(currentLocale());
  const [hasHovered, setHovered] = useState(false);
  const words = {
    ago: () => timeAgo(at, now),
    message: () => formatMessageTime(at, now, where),
    clock: () => formatClockTime(at, where),
    day: () => formatDay(at, now, where),
    date: () => formatDate(at, where),
    month: () => formatMonth(at, now, where),
    'past-day': () => formatPastDay(at, now, where),
    until: () => formatUntil(at, now, where),
    full: () => formatDateTime(at, where),
  }[form]();
  return (
    <time
      className={className}
      dateTime={new Date(toUnixMs(at)).toISOString()}
      title={hasHovered ? formatDateTime(at, where) : undefined}
      onPointerEnter={({ pointerType }) => pointerType !== 'touch' && setHovered(true)}
      suppressHydrationWarning
    >
      {words}
    </time>
  );
}

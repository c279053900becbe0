import { useHydrated } from '../use-hydrated.ts';
import {
  formatClockTime,
  formatDate,
  formatDay,
  formatDateTime,
  toUnixMs,
  formatMessageTime,
  timeAgo,
} from './format-time.ts';
import type { DateInput } from './format-time.ts';

export type TimeProps = {
  at: DateInput;
  /** Milliseconds. The server sends its own time, so that both sides render the same text. */
  now: number;
  /**
   * ago: '2 days ago'. message: '14:31', after a day 'x ago'. clock: '14:31'. day: 'Today', 'Wednesday 18
   * November'. date: '18 November 2026'. full: with the clock.
   */
  form?: 'ago' | 'message' | 'clock' | 'day' | 'date' | 'full';
  className?: string;
};

/** In UTC until hydration, then in the browser's time zone. */
export function Time({ at, now, form = 'ago', className }: TimeProps) {
  const zone = useHydrated() ? 'local' : 'utc';
  const words = {
    ago: () => timeAgo(at, now),
    message: () => formatMessageTime(at, now, zone),
    clock: () => formatClockTime(at, zone),
    day: () => formatDay(at, now, zone),
    date: () => formatDate(at, zone),
    full: () => formatDateTime(at, zone),
  }[form]();
  return (
    <time
      className={className}
      dateTime={new Date(toUnixMs(at)).toISOString()}
      title={formatDateTime(at, zone)}
    >
      {words}
    </time>
  );
}

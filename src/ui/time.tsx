import { useHydrated } from './hydrated.ts';
import { clock, dateWords, dayLabel, fullDate, instantMs, messageTime, timeAgo } from './time-words.ts';
import type { Instant } from './time-words.ts';

export type TimeProps = {
  at: Instant;
  /** Milliseconds. The server sends its own, so that both sides write the same words. */
  now: number;
  /** ago: '2 days ago'. message: '14:31', after a day 'x ago'. clock: '14:31'. day: 'Today', 'Wednesday 18 November'. date: '18 November 2026'.
   * full: with the clock. */
  form?: 'ago' | 'message' | 'clock' | 'day' | 'date' | 'full';
  className?: string;
};

/** In UTC until the page is alive, then by the reader's clock. */
export function Time({ at, now, form = 'ago', className }: TimeProps) {
  const zone = useHydrated() ? 'local' : 'utc';
  const words = {
    ago: () => timeAgo(at, now),
    message: () => messageTime(at, now, zone),
    clock: () => clock(at, zone),
    day: () => dayLabel(at, now, zone),
    date: () => dateWords(at, zone),
    full: () => fullDate(at, zone),
  }[form]();
  return (
    <time className={className} dateTime={new Date(instantMs(at)).toISOString()} title={fullDate(at, zone)}>
      {words}
    </time>
  );
}

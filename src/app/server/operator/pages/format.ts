import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';

const numbers = new Intl.NumberFormat('en');
export const formatCount = (count: number): string => numbers.format(count);

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

/** '640 MB'. */
export function formatBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1);
  const value = bytes / 1000 ** power;
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${UNITS[power]}`;
}

/** '2 h ago'. */
export function formatAge(at: Date, now: Date): string {
  const ms = now.getTime() - at.getTime();
  if (ms < HOUR_MS) return `${Math.max(0, Math.floor(ms / MINUTE_MS))} min ago`;
  if (ms < 2 * DAY_MS) return `${Math.floor(ms / HOUR_MS)} h ago`;
  return `${Math.floor(ms / DAY_MS)} days ago`;
}

const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });

/** '20 November', in UTC. */
export const formatDay = (at: Date): string => days.format(at);

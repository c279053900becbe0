import { describe, expect, test } from 'vitest';
import {
  SERVER_TIME_LOCALE as UTC,
  dayKey,
  formatClockTime,
  formatDate,
  formatDay,
  formatPastDay,
  formatDateTime,
  formatMessageTime,
  formatShortDate,
  formatUntil,
  timeAgo,
} from './format-time.ts';

const NOW = Date.UTC(2026, 10, 20, 14, 40);
const MINUTE = 60_000;
const DAY = 86_400_000;

describe('time formats', () => {
  test.each([
    [0, 'just now'],
    [MINUTE, '1 minute ago'],
    [59 * MINUTE, '59 minutes ago'],
    [60 * MINUTE, '1 hour ago'],
    [2 * DAY, '2 days ago'],
    [14 * DAY, '2 weeks ago'],
    [65 * DAY, '2 months ago'],
    [400 * DAY, '1 year ago'],
    // another clock is ahead
    [-5 * MINUTE, 'just now'],
  ])('%i ms: %s', (age, words) => {
    expect(timeAgo(NOW - age, NOW)).toBe(words);
  });

  test('are full dates, and days by name', () => {
    expect(formatDateTime(NOW, UTC)).toBe('November 20, 2026, 2:40 PM UTC');
    expect(formatDay(NOW - 1, NOW, UTC)).toBe('Today');
    expect(formatDay(NOW - DAY, NOW, UTC)).toBe('Yesterday');
    expect(formatDay(NOW - 2 * DAY, NOW, UTC)).toBe('Wednesday, November 18');
    expect(formatPastDay(NOW, NOW, UTC)).toBe('today');
    expect(formatPastDay(NOW - DAY, NOW, UTC)).toBe('yesterday');
    expect(formatPastDay(NOW - 2 * DAY, NOW, UTC)).toBe('Wednesday, November 18');
    expect(formatDay(Date.UTC(2025, 0, 1), NOW, UTC)).toBe('Wednesday, January 1, 2025');
  });

  test.each([
    [{ locale: 'en-US', timeZone: 'America/Chicago' }, '8:40 AM', 'November 20, 2026', 'Nov 18'],
    [{ locale: 'de-DE', timeZone: 'Europe/Berlin' }, '15:40', '20. November 2026', '18. Nov.'],
    [{ locale: 'en-GB', timeZone: 'Asia/Tokyo' }, '23:40', '20 November 2026', '18 Nov'],
  ])('follow the locale and the time zone: %o', (where, clock, date, short) => {
    expect(formatClockTime(NOW, where)).toBe(clock);
    expect(formatDate(NOW, where)).toBe(date);
    expect(formatDateTime(NOW, where)).toBe(`${date}, ${clock}`);
    expect(formatShortDate('2026-11-18', where)).toBe(short);
  });

  test('of the coming days name the day of the week', () => {
    const near = (ms: number) => formatUntil(NOW + ms, NOW, UTC);
    expect(near(60 * MINUTE)).toBe('today, 3:40 PM');
    expect(near(DAY)).toBe('Saturday, 2:40 PM');
    expect(near(6 * DAY - 1)).toBe('Thursday, 2:39 PM');
    expect(near(7 * DAY)).toBe('Nov 27, 2:40 PM');
    expect(near(-DAY)).toBe('November 19, 2026, 2:40 PM UTC');
    expect(near(-MINUTE)).toBe('today, 2:39 PM');
  });

  test.each([
    ['2026-11-21T05:00:00Z', 'the end of today'],
    ['2026-11-22T05:00:00Z', 'the end of Saturday'],
    ['2026-12-02T05:00:00Z', 'the end of Dec 1'],
    ['2026-11-19T05:00:00Z', 'the end of November 18, 2026'],
    ['2026-11-22T05:01:00Z', 'Sunday, 12:01 AM'],
  ])('say that %s is %s in New York', (at, words) => {
    expect(formatUntil(at, NOW, { locale: 'en-US', timeZone: 'America/New_York' })).toBe(words);
  });

  test('change the day at midnight of the time zone', () => {
    const late = Date.UTC(2026, 10, 20, 23, 30);
    const berlin = { locale: 'de-DE', timeZone: 'Europe/Berlin' };
    expect(dayKey(late, UTC)).toBe('2026-11-20');
    expect(dayKey(late, berlin)).toBe('2026-11-21');
    expect(formatDay(NOW, late, berlin)).toBe('Yesterday');
    expect(formatDay(NOW - 3 * DAY, late, berlin)).toBe('Dienstag, 17. November');
  });

  test('show the clock for a day, then the age', () => {
    expect(formatMessageTime(NOW - DAY + 1, NOW, UTC)).toBe('2:40 PM');
    expect(formatMessageTime(NOW - DAY, NOW, UTC)).toBe('1 day ago');
  });
});

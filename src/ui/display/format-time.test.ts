import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatClockTime, formatDay, formatDateTime, formatMessageTime, timeAgo } from './format-time.ts';

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
    expect(formatDateTime(NOW, 'utc')).toBe('20 November 2026, 14:40 UTC');
    expect(formatDay(NOW - 1, NOW, 'utc')).toBe('Today');
    expect(formatDay(NOW - DAY, NOW, 'utc')).toBe('Yesterday');
    expect(formatDay(NOW - 2 * DAY, NOW, 'utc')).toBe('Wednesday 18 November');
    expect(formatDay(Date.UTC(2025, 0, 1), NOW, 'utc')).toBe('Wednesday 1 January 2025');
  });

  test('show the clock for a day, then the age', () => {
    expect(formatMessageTime(NOW - DAY + 1, NOW, 'utc')).toBe('14:40');
    expect(formatMessageTime(NOW - DAY, NOW, 'utc')).toBe('1 day ago');
  });

  test('accept every representation of an instant', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(NOW) }), (at) => {
        const [text, ms] = [at.toISOString(), at.getTime()];
        expect(timeAgo(text, NOW)).toBe(timeAgo(ms, NOW));
        expect(formatClockTime(at, 'utc')).toMatch(/^\d\d:\d\d$/);
      }),
    );
  });
});

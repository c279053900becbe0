import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { toReplyTime } from './rules.ts';

describe('how soon a user usually answers', () => {
  it('is not told below five buyers', () => {
    expect(toReplyTime([])).toBeNull();
    expect(toReplyTime([MINUTE_MS, MINUTE_MS, MINUTE_MS, MINUTE_MS])).toBeNull();
    expect(toReplyTime([MINUTE_MS, MINUTE_MS, MINUTE_MS, MINUTE_MS, MINUTE_MS])).toBe('hour');
  });

  it.each([
    [HOUR_MS, 'hour'],
    [HOUR_MS + 1, 'day'],
    [DAY_MS, 'day'],
    [DAY_MS + 1, 'days'],
    [5 * DAY_MS, 'days'],
    [5 * DAY_MS + 1, null],
  ])('is the median: %d ms', (median, expected) => {
    expect(toReplyTime([Infinity, 0, median, Infinity, 0])).toBe(expected);
  });

  it('takes the slower of two in the middle', () => {
    expect(toReplyTime([0, 0, 0, 2 * HOUR_MS, DAY_MS, DAY_MS])).toBe('day');
  });

  it('is not told of users who leave most messages without an answer', () => {
    expect(toReplyTime([MINUTE_MS, MINUTE_MS, Infinity, Infinity, Infinity])).toBeNull();
  });
});

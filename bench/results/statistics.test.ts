import { expect, test } from 'vitest';
import { median, percentile } from './statistics.ts';

test('a percentile is a measured value, by nearest rank', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect(percentile(hundred, 0.5)).toBe(50);
  expect(percentile(hundred, 0.95)).toBe(95);
  expect(percentile(hundred, 0.99)).toBe(99);
  expect(percentile(hundred, 1)).toBe(100);
  expect(percentile(hundred, 0)).toBe(1);
  expect(percentile([7], 0.99)).toBe(7);
  expect(percentile([10, 9, 2], 0.5)).toBe(9);
  expect(percentile([], 0.5)).toBeNaN();
});

test('the median of an even count is between its two middle values', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([10, 1, 2, 4])).toBe(3);
  expect(median([])).toBeNaN();
});

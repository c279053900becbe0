import { expect, it } from 'vitest';
import { bars, scaleTop } from './chart-geometry.ts';

it.each([
  [[], 2],
  [[0, 0], 2],
  [[1], 2],
  [[3, 1], 4],
  [[5], 10],
  [[10], 10],
  [[21], 40],
  [[41], 100],
  [[0.5, 299.98], 400],
])('the scale over %j ends at %d', (values, expected) => {
  expect(scaleTop(values)).toBe(expected);
});

it('draws a bar for each day with a value, none above the scale', () => {
  const drawn = bars([0, 1, 20], 20);
  expect(drawn).toHaveLength(3);
  expect(drawn[0]).toBe('');
  const heights = drawn.slice(1).map((path) => -Number(/v(-[\d.]+)/.exec(path)![1]));
  expect(heights[0]).toBeLessThan(heights[1]!);
  expect(heights[1]).toBeLessThanOrEqual(96);
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FEW, toFew, toTotal } from './figures.ts';

it('shows no number of one to four', () => {
  expect([0, 1, 4, 5, 148].map(toFew)).toEqual([0, FEW, FEW, 5, 148]);
});

it('shows a total, unless it tells a number that is hidden', () => {
  expect(toTotal([0, 0])).toBe(0);
  expect(toTotal([2, 1])).toBe(FEW);
  expect(toTotal([64, 41, 0])).toBe(105);
  expect(toTotal([31, 18, 7, 2, 1, 2])).toBe(61);
  expect(toTotal([7, 6, 9, 1])).toBe('at least 23');
  expect(toTotal([7, 6, 9, 3])).toBe('at least 23');
  expect(toTotal([9, 1, 1])).toBe('at least 11');
  expect(toTotal([9, 4, 4])).toBe('at least 11');
  expect(toTotal([4, 4])).toBe('at least 5');
  expect(toTotal([1, 1, 1, 1])).toBe('at least 4');
});

/** Every list of counts that is published as this one. */
function sameAs(counts: readonly number[]): number[][] {
  let lists: number[][] = [[]];
  for (const count of counts) {
    const choices = toFew(count) === FEW ? [1, 2, 3, 4] : [count];
    lists = lists.flatMap((list) => choices.map((choice) => [...list, choice]));
  }
  return lists.filter((list) => toTotal(list) === toTotal(counts));
}

it('never lets a hidden number be computed from the others and the total', () => {
  const count = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 4 }), fc.integer({ min: 5, max: 9 }));
  fc.assert(
    fc.property(fc.array(count, { minLength: 1, maxLength: 5 }), (counts) => {
      const possible = sameAs(counts);
      for (const [index, hidden] of counts.entries()) {
        if (toFew(hidden) !== FEW) continue;
        const values = new Set(possible.map((list) => list[index]));
        expect(values.size, `${counts.join()} at ${String(index)}`).toBeGreaterThan(1);
      }
    }),
  );
});

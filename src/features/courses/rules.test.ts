import { expect, it } from 'vitest';
import { availabilityText, bundleQuestion } from './rules.ts';

it.each([
  [0, null, null],
  [3, 1_800, '3 available from $18.00'],
  [99, 1_800, '99 available from $18.00'],
  [100, 1_800, '99+ available from $18.00'],
])('%i copies, the cheapest at %s cents: %j', (availableCount, lowestPrice, text) => {
  expect(availabilityText({ availableCount, lowestPrice })).toBe(text);
});

it('asks the seller of several books for both, or for all of them', () => {
  expect(bundleQuestion(['Chaos'])).toBe(
    'Hi! I am interested in this book, and in “Chaos”. Are both still available?',
  );
  expect(bundleQuestion(['Chaos', 'Republic'])).toMatch(
    /“Chaos” and “Republic”\. Are all 3 still available\?$/,
  );
});

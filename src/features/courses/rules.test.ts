import { expect, it } from 'vitest';
import { availabilityText } from './rules.ts';

it.each([
  [0, null, null],
  [3, 1_800, '3 available from $18.00'],
  [99, 1_800, '99 available from $18.00'],
  [100, 1_800, '99+ available from $18.00'],
])('%i copies, the cheapest at %s cents: %j', (availableCount, lowestPrice, text) => {
  expect(availabilityText({ availableCount, lowestPrice })).toBe(text);
});

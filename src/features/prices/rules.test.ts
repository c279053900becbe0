import { expect, it } from 'vitest';
import { describeBasis, lowerPriceText, priceChangeText } from './rules.ts';

it('the notice of a lower price is its title and its change, which a page shows separately', () => {
  const change = { price: 2_400, previousPrice: 3_000 };
  expect(priceChangeText(change)).toBe('is now $24.00 (was $30.00)');
  expect(lowerPriceText({ title: 'Algorithms', ...change })).toBe('Algorithms is now $24.00 (was $30.00)');
});

it.each([
  ['sold', 3, 'from 3 sales'],
  ['sold', 12, 'from 12 sales'],
  ['listed', 3, 'from 3 listings'],
  ['listed', 40, 'from 40 listings'],
] as const)('a band of %s copies, %i of them, rests on: %s', (basis, sampleSize, text) => {
  expect(describeBasis({ basis, sampleSize })).toBe(text);
});

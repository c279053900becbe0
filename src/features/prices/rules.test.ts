import { expect, it } from 'vitest';
import { lowerPriceText, priceChangeText } from './rules.ts';

it('the notice of a lower price is its title and its change, which a page shows separately', () => {
  const change = { price: 2_400, previousPrice: 3_000 };
  expect(priceChangeText(change)).toBe('is now $24.00 (was $30.00)');
  expect(lowerPriceText({ title: 'Algorithms', ...change })).toBe('Algorithms is now $24.00 (was $30.00)');
});

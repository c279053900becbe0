import { expect, it } from 'vitest';
import { firstOfferAmount } from './rules.ts';

it.each([
  [2_400, 2_200, 2_200],
  [2_000, 2_200, 2_000],
  [2_400, undefined, null],
  [2_400, 0, 100],
])('an offer for a price of %i begins with the lower of it and the median %s', (price, median, amount) => {
  expect(firstOfferAmount(price, median)).toBe(amount);
});

import { expect, it } from 'vitest';
import { CURRENCY_CODES } from '#platform/shared/market/currencies.ts';
import { defaultPrices } from '#platform/shared/market/default-prices.ts';
import { fromStripeAmount, isPayable, toStripeAmount } from './stripe-amounts.ts';

it.each([
  ['usd', 299, 299],
  ['JPY', 300, 300],
  ['kwd', 750, 750],
  ['huf', 120_000, 120_000],
  ['isk', 300, 30_000],
  ['ugx', 12_000, 1_200_000],
  ['mga', 1_200_000, 12_000],
])('%s %i is %i for Stripe', (currency, amount, units) => {
  expect(toStripeAmount(amount, currency)).toBe(units);
  expect(fromStripeAmount(units, currency)).toBe(amount);
});

it.each(CURRENCY_CODES)('cards can pay the prices of a market with %s', (code) => {
  const { boost, adFree } = defaultPrices(code);
  expect([isPayable(boost, code), isPayable(adFree, code)]).toEqual([true, true]);
});

it('Stripe collects no last digit of three, and no fraction of an ariary', () => {
  expect([isPayable(755, 'KWD'), isPayable(1_250, 'mga'), isPayable(1, 'JPY')]).toEqual([false, false, true]);
});

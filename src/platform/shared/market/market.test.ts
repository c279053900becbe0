import { expect, test } from 'vitest';
import { createMarket } from './create-market.ts';
import { CURRENCY_CODES, currencyOf } from './currencies.ts';
import { MAX_AMOUNT } from './market.ts';

const marketOf = (currency: string, language: 'en' | 'es' | 'de' = 'en') =>
  createMarket({
    languages: [language],
    region: undefined,
    timeZone: 'UTC',
    currency,
    prices: {},
  });

test.each([
  ['USD', { boost: 299, adFree: 499, highest: 999_999, smallestOffer: 100, step: 100 }],
  ['EUR', { boost: 299, adFree: 499, highest: 999_999, smallestOffer: 100, step: 100 }],
  ['JPY', { boost: 300, adFree: 500, highest: 999_999, smallestOffer: 100, step: 100 }],
  ['KWD', { boost: 750, adFree: 1_250, highest: 2_499_999, smallestOffer: 250, step: 250 }],
])('%s has prices of its kind', (currency, prices) => expect(marketOf(currency).prices).toEqual(prices));

test.each(CURRENCY_CODES)('the prices of %s can be stored and are payable', (code) => {
  const { highest, smallestOffer, boost, adFree, step } = marketOf(code).prices;
  expect(highest).toBeLessThanOrEqual(MAX_AMOUNT);
  expect(highest).toBeGreaterThan(100 * smallestOffer);
  expect(adFree).toBeGreaterThan(boost);
  // Stripe takes three decimals only if the last is 0.
  if (currencyOf(code).digits === 3) expect([boost % 10, adFree % 10, step % 10]).toEqual([0, 0, 0]);
});

test('a price of the settings replaces its default alone', () => {
  const { prices } = createMarket({
    languages: ['en'],
    region: undefined,
    timeZone: 'UTC',
    currency: 'USD',
    prices: { boost: 199 },
  });
  expect(prices).toMatchObject({ boost: 199, adFree: 499 });
});

test.each([
  ['USD', 'en', 'US'],
  ['USD', 'es', 'US'],
  ['EUR', 'de', 'DE'],
  ['EUR', 'es', 'ES'],
  ['KWD', 'en', 'KW'],
] as const)('a market with %s in %s is in %s', (currency, language, region) =>
  expect(marketOf(currency, language).region).toBe(region),
);

test('ISO 4217, not everyday use, says how many decimals there are', () => {
  expect(
    Object.fromEntries(['USD', 'HUF', 'JPY', 'KWD'].map((code) => [code, currencyOf(code).digits])),
  ).toEqual({
    USD: 2,
    HUF: 2,
    JPY: 0,
    KWD: 3,
  });
});

import { expect, it } from 'vitest';
import { createLocaleOf } from '#platform/server/texts/create-locale-of.ts';
import { createMarket } from '#platform/shared/market/create-market.ts';
import { toDemoPrice, writeDemoPrices } from './demo-price.ts';

const localeOf = (currency: string) =>
  createLocaleOf(
    createMarket({
      languages: ['en'],
      region: undefined,
      timeZone: 'UTC',
      currency,
      prices: {},
    }),
  )();

it.each([
  ['USD', 6_850, '80'],
  ['EUR', 6_850, '80'],
  ['JPY', 6_850, '8000'],
  ['KWD', 17_125, '20'],
  ['VND', 1_370_000, '1600000'],
])('a book of 68.50 dollars costs as much in %s, in round numbers', (currency, price, written) => {
  const locale = localeOf(currency);
  expect(toDemoPrice(6_850, locale.prices)).toBe(price);
  expect(writeDemoPrices('Would you do {80}?', locale)).toBe(`Would you do ${written}?`);
});

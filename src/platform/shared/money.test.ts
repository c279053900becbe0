import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLocaleOf } from '#platform/server/texts/create-locale-of.ts';
import { createMarket } from './market/create-market.ts';
import { CURRENCY_CODES } from './market/currencies.ts';
import { MAX_AMOUNT } from './market/market.ts';
import { formatMoney, formatMoneyInput, formatPlainAmount } from './money.ts';
import { parseMoney } from './parse-money.ts';
import { LANGUAGES, type Language } from './texts/languages.ts';

const localeOf = (language: Language, currency: string, region?: string) =>
  createLocaleOf(createMarket({ languages: [language], region, timeZone: 'UTC', currency, prices: {} }))();

const read = (text: string, language: Language, currency: string, region?: string) =>
  parseMoney(text, localeOf(language, currency, region).money);

describe.each(LANGUAGES)('an amount in %s', (language) => {
  const digits = { ar: ['٠', '۰'], en: ['0'], es: ['０'], de: ['०'] }[language].map((zero) =>
    zero.codePointAt(0)!,
  );

  it('reads back as the same, in every currency', () => {
    for (const code of CURRENCY_CODES) {
      const locale = localeOf(language, code);
      fc.assert(
        fc.property(fc.integer({ min: 0, max: MAX_AMOUNT }), (amount) => {
          for (const text of [formatMoney(amount, locale), formatMoneyInput(amount, locale)])
            expect([text, parseMoney(text, locale.money)]).toEqual([text, { amount }]);
        }),
        { numRuns: 25 },
      );
    }
  });

  it('is read in the digits of its alphabet', () => {
    for (const code of CURRENCY_CODES) {
      const locale = localeOf(language, code);
      for (const amount of [0, 7, 1_250, 123_456, MAX_AMOUNT])
        for (const zero of digits) {
          const text = formatMoneyInput(amount, locale).replace(/\d/g, (digit) =>
            String.fromCodePoint(zero + Number(digit)),
          );
          expect([text, parseMoney(text, locale.money)]).toEqual([text, { amount }]);
        }
    }
  });

  it('has the decimals of ISO 4217 and digits from 0 to 9', () => {
    for (const code of CURRENCY_CODES) {
      const locale = localeOf(language, code);
      const { digits: decimals } = locale.money;
      const amount = 12 * 10 ** decimals;
      const shown = formatMoneyInput(amount, locale);
      expect(shown.replace(/\D/g, '')).toBe(String(amount));
      expect(formatPlainAmount(amount, locale)).toBe((12).toFixed(decimals));
      expect(formatMoney(amount, locale)).toContain(shown);
      expect(formatMoney(amount, locale)).not.toMatch(/[٠-٩۰-۹]/);
    }
  });
});

it.each([
  ['en', 'USD', 6_800, '$68.00'],
  ['en', 'USD', 123_456_789, '$1,234,567.89'],
  ['es', 'EUR', 123_450, '1234,50\u00a0€'],
  ['es', 'EUR', 1_234_550, '12.345,50\u00a0€'],
  ['de', 'EUR', 123_450, '1.234,50\u00a0€'],
  ['en', 'JPY', 6_800, '¥6,800'],
  ['en', 'KWD', 17_000, 'KWD\u00a017.000'],
  ['ar', 'KWD', 17_000, '\u2068\u200f17.000\u00a0د.ك.\u200f\u2069'],
  ['en', 'INR', 1_234_567_89, '₹12,34,567.89'],
  ['en', 'HUF', 1_250, '12,50\u00a0Ft'],
] as const)('in %s %s %i is %s', (language, currency, amount, text) =>
  expect(formatMoney(amount, localeOf(language, currency))).toBe(text),
);

it.each([
  ['en', 'USD', '12,50', 1_250],
  ['es', 'EUR', '12,50', 1_250],
  ['de', 'EUR', '1.234', 123_400],
  ['de', 'EUR', '12.50', 1_250],
  ['de', 'EUR', '12,50 €', 1_250],
  ['de', 'EUR', 'EUR 12,50', 1_250],
  ['es', 'EUR', "1'234,50", 123_450],
  ['es', 'EUR', '1 234,50 €', 123_450],
  ['en', 'USD', '$ 12 345', 1_234_500],
  ['ar', 'KWD', '١٢٫٥٠٠', 12_500],
  ['ar', 'KWD', '1.250', 1_250],
  ['ar', 'KWD', '1,250', 1_250_000],
  ['ar', 'KWD', '٣ د.ك.', 3_000],
  ['en', 'JPY', '1,200', 1_200],
  ['en', 'JPY', '1.200', 1_200],
  ['en', 'JPY', '￥1200', 1_200],
  ['en', 'INR', '12,34,567.5', 123_456_750],
] as const)('in %s with %s, %j is %i', (language, currency, text, amount) =>
  expect(read(text, language, currency)).toEqual({ amount }),
);

it('a comma is a decimal sign where the language writes one, also in Arabic', () => {
  expect(read('1٫250', 'ar', 'TND', 'TN')).toEqual({ amount: 1_250 });
  expect(read('1٬250', 'ar', 'TND', 'TN')).toEqual({ amount: 1_250_000 });
});

it.each([
  ['en', 'USD', '12.345'],
  ['de', 'EUR', '12,345'],
  ['en', 'USD', '0,005'],
  ['en', 'JPY', '12.5'],
  ['en', 'KWD', '1.2345'],
] as const)('in %s with %s, %j has too many decimals', (language, currency, text) =>
  expect(read(text, language, currency)).toEqual({ problem: 'too-many-decimals' }),
);

it.each([
  '1.2,3.4',
  '10 20',
  '1 2345',
  '12, 50',
  '1234 567',
  '١٠ ٢٠',
  '12⁵⁰',
  '①',
  `${'1'.repeat(61)}x`,
  '1,2,3',
  '12 €',
  'x',
  '--1',
  '1e3',
  '99999999999999999999',
])('%j is no amount', (text) => expect(read(text, 'en', 'USD')).toEqual({ problem: 'no-amount' }));

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatMoneyInput } from '#platform/shared/money.ts';
import { testMarket } from '#tests/support/test-market.ts';
import { parsePrice } from './parse-price.ts';

test.each([
  ['12', 1200],
  ['12.', 1200],
  ['12.5', 1250],
  ['12,50', 1250],
  ['$12.50', 1250],
  ['$ 12.50', 1250],
  [' 12.50 ', 1250],
  ['.99', 99],
  ['0', 0],
  ['0.29', 29],
  ['1,234', 123_400],
  ['1,234.50', 123_450],
  ['9999.99', 999_999],
  ['-1', -100],
  ['-$1', -100],
  ['', null],
  ['   ', null],
  ['$', null],
  ['1.234,50', 123_450],
  ['١٢٫٥٠', 1250],
])('%j is %j cents', (text, amount) => {
  expect(parsePrice(text)).toEqual({ amount });
});

test.each(['1e3', 'twelve', '12 dollars', '1,2,3', '12.5.0', '.', ',', '-', '0x10', 'Infinity'])(
  '%j is no price',
  (text) => {
    expect(parsePrice(text)).toEqual({ problem: 'Enter a price in dollars, like 12.50' });
  },
);

test.each(['0.005', '12.345', '12.500'])('%j has too many decimals', (text) => {
  expect(parsePrice(text)).toEqual({ problem: 'Use at most two decimals, like 12.50' });
});

test('every price shown in the field is read back to the cent', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: testMarket.prices.highest }), (amount) => {
      expect(parsePrice(formatMoneyInput(amount))).toEqual({ amount });
      expect(parsePrice(formatMoneyInput(amount).replace('.', ','))).toEqual({ amount });
    }),
  );
});

test('any text is a whole number of cents, nothing, or an error message', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const read = parsePrice(text);
      if ('problem' in read) expect(read.problem).not.toBe('');
      else if (read.amount !== null) expect(Number.isInteger(read.amount)).toBe(true);
    }),
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LANGUAGES } from './languages.ts';
import { formatNumber } from './numbers.ts';

test.each(LANGUAGES)('numbers in %s are those of Intl, with the digits 0 to 9', (language) => {
  const intl = new Intl.NumberFormat(`${language}-u-nu-latn`);
  const number = fc.oneof(
    fc.integer(),
    fc.constantFrom(0, 999, 1000, 9999, 10_000, 1.5, 1234.5, -1234.5, 0.0004),
  );
  fc.assert(
    fc.property(number, (value) => {
      expect(formatNumber(value, language)).toBe(intl.format(Math.abs(value) < 0.0005 ? 0 : value));
    }),
  );
});

test('a number can have the same decimals in any case', () => {
  expect(formatNumber(4, 'en', 1)).toBe('4.0');
  expect(formatNumber(4.75, 'de', 1)).toBe('4,8');
  expect(formatNumber(1234.5, 'es', 2)).toBe('1234,50');
  expect(formatNumber(-0.04, 'en', 1)).toBe('0.0');
});

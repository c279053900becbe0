import { expect, it } from 'vitest';
import { toAsciiDigits } from './ascii-digits.ts';

it('writes the digits of other alphabets in ASCII, each in its place', () =>
  expect(toAsciiDigits('٠١٢-٧٨٩ ۰۱۲-۷۸۹ ०१२-७८९ 12 ½')).toBe('012-789 012-789 012-789 12 ½'));

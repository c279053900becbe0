import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type CardValues,
  passesLuhn,
  validateCard,
  parseExpiry,
  formatCvc,
  formatExpiry,
  formatCardNumber,
} from './card-rules.ts';

const now = new Date('2026-11-21T12:00:00Z');
const good: CardValues = { number: '4242 4242 4242 4242', expiry: '08 / 29', cvc: '123' };
const digits = (length: { minLength: number; maxLength: number }) =>
  fc.array(fc.integer({ min: 0, max: 9 }), length).map((each) => each.join(''));

test('formats numbers in groups, and those of American Express in other groups', () => {
  expect(formatCardNumber('4242424242424242')).toBe('4242 4242 4242 4242');
  expect(formatCardNumber('42424')).toBe('4242 4');
  expect(formatCardNumber('4242')).toBe('4242');
  expect(formatCardNumber('4242-4242 4242x4242 99')).toBe('4242 4242 4242 4242');
  expect(formatCardNumber('378282246310005')).toBe('3782 822463 10005');
});

test('formatting again changes nothing and loses no digit', () => {
  fc.assert(
    fc.property(digits({ minLength: 0, maxLength: 15 }), (typed) => {
      const written = formatCardNumber(typed);
      expect(formatCardNumber(written)).toBe(written);
      expect(written.replace(/ /g, '')).toBe(typed);
    }),
  );
  fc.assert(
    fc.property(fc.string({ maxLength: 12 }), (typed) => {
      const written = formatExpiry(typed);
      expect(formatExpiry(written)).toBe(written);
      expect(written).toMatch(/^(\d{0,2}|\d\d \/ \d{1,2})$/);
    }),
  );
});

test('accepts each form in which browsers fill in an expiry', () => {
  for (const typed of ['0829', '829', '08/29', '8/29', '08 / 29', '08/2029', '082029', '8/2029']) {
    expect(formatExpiry(typed)).toBe('08 / 29');
  }
  expect(formatExpiry('1')).toBe('1');
  expect(formatExpiry('12')).toBe('12');
  expect(formatExpiry('123')).toBe('12 / 3');
  expect(parseExpiry('08 / 29')).toEqual({ month: 8, year: 2029 });
  expect(parseExpiry('08 / 2')).toBeNull();
});

test('finds one wrong digit by the check digit', () => {
  fc.assert(
    fc.property(
      digits({ minLength: 2, maxLength: 16 }),
      fc.nat(15),
      fc.integer({ min: 1, max: 9 }),
      (number, place, more) => {
        const at = place % number.length;
        const other = `${number.slice(0, at)}${(Number(number[at]) + more) % 10}${number.slice(at + 1)}`;
        expect(passesLuhn(number) && passesLuhn(other)).toBe(false);
      },
    ),
  );
});

test('returns no errors for a valid card', () => {
  expect(validateCard(good, now)).toEqual({});
  expect(validateCard({ ...good, number: '3782 822463 10005', cvc: '1234' }, now)).toEqual({});
  expect(validateCard({ ...good, expiry: '11 / 26' }, now)).toEqual({});
});

test.each<[Partial<CardValues>, string]>([
  [{ number: '4242 4242 4242 424' }, 'Your card number is incomplete.'],
  [{ number: '4242 4242 4242 4241' }, 'Your card number is invalid.'],
  [{ expiry: '08' }, 'This date is incomplete.'],
  [{ expiry: '13 / 29' }, 'This date is invalid.'],
  [{ expiry: '10 / 26' }, 'This date is in the past.'],
  [{ expiry: '08 / 99' }, 'This year is invalid.'],
  [{ cvc: '12' }, 'This code is incomplete.'],
  [{ cvc: '1234' }, 'This code is invalid.'],
])('%j has the error "%s"', (part, message) => {
  expect(Object.values(validateCard({ ...good, ...part }, now))).toEqual([message]);
});

test('reads Arabic digits', () => {
  expect(formatCardNumber('٤٢٤٢٤٢')).toBe('4242 42');
  expect([formatExpiry('٨/٢٩'), formatCvc('١٢٣')]).toEqual(['08 / 29', '123']);
});

test('limits a code to four digits', () => expect(formatCvc('12a345')).toBe('1234'));

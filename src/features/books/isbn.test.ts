import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findIsbn, findIsbns, toIsbn13 } from './isbn.ts';

const nine = fc.array(fc.nat(9), { minLength: 9, maxLength: 9 });
const isbn10 = (digits: number[]): string => {
  const sum = digits.reduce((total, digit, index) => total + digit * (10 - index), 0);
  const check = (11 - (sum % 11)) % 11;
  return digits.join('') + (check === 10 ? 'X' : check);
};

it.each([
  ['978-0-262-04630-5', '9780262046305'],
  ['9780262046305', '9780262046305'],
  ['0-262-04630-X', '9780262046305'],
  ['026204630x', '9780262046305'],
  ['ISBN 978 0 262 04630 5', '9780262046305'],
  ['9780262046306', null],
  ['0-262-04630-1', null],
  ['1234567890123', null],
  ['', null],
])('%j is %j', (text, isbn) => {
  expect(toIsbn13(text)).toBe(isbn);
});

it('gives every ISBN-10 an ISBN-13 that it takes again, and refuses it with any one digit changed', () => {
  fc.assert(
    fc.property(nine, fc.nat(8), fc.integer({ min: 1, max: 9 }), (digits, at, by) => {
      const isbn13 = toIsbn13(isbn10(digits))!;
      expect(toIsbn13(isbn13)).toBe(isbn13);
      const changed = digits.with(at, (digits[at]! + by) % 10);
      expect(toIsbn13(isbn10(digits).slice(9).padStart(10, changed.join('')))).toBeNull();
    }),
  );
});

it.each([
  ['Introduction to Algorithms\nISBN: 978-0-262-04630-5, 4th Edition', '9780262046305'],
  ['https://shop.example/dp/026204630X?tag=9780262046306', '9780262046305'],
  ['Call 9780262046306 or take 9780439023481', '9780439023481'],
  ['97802620463050', null],
  ['No number here', null],
])('finds in %j %j', (text, isbn) => {
  expect(findIsbn(text)).toBe(isbn);
});

it('finds several, each once, up to a number', () => {
  const text = '9780262046305, 026204630X and 978-0-439-02348-1 9780134093413';
  expect(findIsbns(text, 30)).toEqual(['9780262046305', '9780439023481', '9780134093413']);
  expect(findIsbns(text, 2)).toHaveLength(2);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleBook } from '#tests/support/components/sample-data.ts';
import type { Book } from '../contract.ts';
import {
  withBookRestored,
  withBookReplaced,
  withNewBook,
  withoutBook,
  type BookPages,
} from './listing-cache.ts';

const now = new Date('2026-11-18T12:00:00Z');

/** Book number 9 is newer than book number 1. */
const book = (number: number, more: Partial<Book> = {}): Book =>
  sampleBook({ id: `id-${number}`, createdAt: `2026-11-0${number}T00:00:00.000Z`, ...more });

const pages = (...numbers: number[][]): BookPages => ({
  pages: numbers.map((page, at) => ({
    items: page.map((number) => book(number)),
    next: at === numbers.length - 1 ? null : `cursor ${at}`,
  })),
  pageParams: numbers.map((_, at) => (at === 0 ? null : `cursor ${at - 1}`)),
});
const numbers = (data: BookPages) =>
  data.pages.map(({ items }) => items.map(({ id }) => Number(id.slice(3))));

test('a deleted book leaves the list and returns to its position', () => {
  const before = pages([9, 8, 7], [6, 5]);
  for (const number of [9, 8, 7, 6, 5]) {
    const without = withoutBook(before, `id-${number}`);
    expect(numbers(without).flat()).not.toContain(number);
    expect(numbers(withBookRestored(without, book(number))).flat()).toEqual([9, 8, 7, 6, 5]);
  }
});

test('a book of a page that is not loaded is not added, and one in the list is not added twice', () => {
  const unfinished = pages([9, 8]);
  unfinished.pages[0]!.next = 'more';
  expect(numbers(withBookRestored(unfinished, book(3)))).toEqual([[9, 8]]);
  expect(numbers(withBookRestored(pages([9, 8, 7]), book(8)))).toEqual([[9, 8, 7]]);
  expect(numbers(withBookRestored(pages([]), book(1)))).toEqual([[1]]);
});

test('restoring keeps the newest first, with any book missing', () => {
  const some = fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 1 });
  fc.assert(
    fc.property(some, some, (listed, gone) => {
      const sorted = listed.toSorted((a, b) => b - a);
      const half = Math.ceil(sorted.length / 2);
      let data = pages(sorted.slice(0, half), sorted.slice(half));
      for (const number of gone) data = withoutBook(data, `id-${number}`);
      for (const number of gone) data = withBookRestored(data, book(number));
      const expected = [...new Set([...listed, ...gone])].toSorted((a, b) => b - a);
      expect(numbers(data).flat()).toEqual(expected);
    }),
  );
});

test('a sold book shows its badge at its position', () => {
  const sold = book(8, { soldAt: now.toISOString(), isActive: false });
  const after = withBookReplaced(pages([9, 8], [7]), sold);
  expect(after.pages[0]!.items[1]).toBe(sold);
  expect(numbers(after)).toEqual([[9, 8], [7]]);
});

test('a new book is below the boosted ones', () => {
  const data = pages([4, 3, 2]);
  data.pages[0]!.items[0] = book(4, { isBoosted: true, boostedUntil: '2026-11-19T00:00:00.000Z' });
  expect(numbers(withNewBook(data, book(9), now))).toEqual([[4, 9, 3, 2]]);
  data.pages[0]!.items[0] = book(4, { isBoosted: true, boostedUntil: '2026-11-17T00:00:00.000Z' });
  expect(numbers(withNewBook(data, book(9), now))).toEqual([[9, 4, 3, 2]]);
  expect(numbers(withNewBook(pages([]), book(9), now))).toEqual([[9]]);
});

import { expect, it } from 'vitest';
import type { WantedEntry } from '../contract.ts';
import { availableText, courseText, entryListingsUrl } from './describe-entry.ts';

const entry: WantedEntry = {
  id: '01a00000-0000-7000-8000-000000000000',
  isbn: null,
  course: null,
  words: null,
  title: null,
  author: null,
  bookCount: null,
  maxPrice: null,
  minCondition: null,
  otherEditions: false,
  createdAt: '2026-09-01T00:00:00.000Z',
  availableCount: 0,
  lowestPrice: null,
  isReserved: false,
  alerts: [],
};

it.each([
  [3, 1_800, false, '3 available from $18.00'],
  [3, 1_800, true, '3 available from $18.00'],
  [100, 500, false, '99+ available from $5.00'],
  [100, null, false, '99+ available'],
  [0, null, false, 'None listed'],
  [0, null, true, 'Reserved at the moment'],
  [null, null, false, 'Show what is listed'],
])('says of %s available ones from %s, reserved %s: %s', (availableCount, lowestPrice, isReserved, text) => {
  expect(availableText({ availableCount, lowestPrice, isReserved })).toBe(text);
});

it.each([
  ['Calculus I', 4, 'Calculus I, all 4 books'],
  ['Calculus I', 1, 'Calculus I, 1 book'],
  ['Calculus I', 0, 'Calculus I'],
  [null, null, 'Listings for this course'],
])('says of a course %j with %s books: %s', (title, bookCount, text) => {
  expect(courseText({ ...entry, course: 'MATH 101', title, bookCount })).toBe(text);
});

it('says nothing of a course for an ISBN, or for a response of an earlier version', () => {
  expect(courseText({ ...entry, isbn: '9780262046305', title: 'Algorithms' })).toBeNull();
  const { bookCount: _, ...stored } = entry;
  expect(courseText({ ...stored, course: 'MATH 101' } as WantedEntry)).toBeNull();
});

it('leads to the listings that match', () => {
  expect(entryListingsUrl({ ...entry, isbn: '9780262046305', maxPrice: 0, minCondition: 'Poor' })).toBe(
    '/?search=9780262046305&maxPrice=0&sort=price',
  );
  expect(entryListingsUrl({ ...entry, course: 'math-101', minCondition: 'Good' })).toBe(
    '/?course=MATH101&minCondition=Good&sort=price',
  );
  expect(entryListingsUrl({ ...entry, words: 'real analysis' })).toBe('/?search=real+analysis&sort=price');
});

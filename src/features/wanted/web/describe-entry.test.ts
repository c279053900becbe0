import { expect, it } from 'vitest';
import type { WantedEntry } from '../contract.ts';
import { availableText, entryListingsUrl } from './describe-entry.ts';

const entry: WantedEntry = {
  id: '01a00000-0000-7000-8000-000000000000',
  isbn: null,
  course: null,
  words: null,
  title: null,
  author: null,
  maxPrice: null,
  minCondition: null,
  createdAt: '2026-09-01T00:00:00.000Z',
  availableCount: 0,
  lowestPrice: null,
  alerts: [],
};

it.each([
  [3, 1_800, '3 available from $18.00'],
  [100, 500, '99+ available from $5.00'],
  [100, null, '99+ available'],
  [0, null, 'None listed'],
  [null, null, 'Show what is listed'],
])('says of %s available ones from %s: %s', (availableCount, lowestPrice, text) => {
  expect(availableText({ availableCount, lowestPrice })).toBe(text);
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

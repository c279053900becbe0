import { expect, it } from 'vitest';
import { booksToAdd } from './rules.ts';

const books = (count: number) => Array.from({ length: count }, (_, index) => ({ isbn: `978${index}` }));

it('adds as many books as there is room for, and none twice', () => {
  expect(booksToAdd(books(60), [])).toEqual(books(50));
  expect(booksToAdd(books(3), [{ isbn: null }, { isbn: '9780' }])).toEqual(books(3).slice(1));
  expect(booksToAdd(books(3), books(51).slice(1))).toEqual([]);
});

import { expect, test } from 'vitest';
import { createCatalog, readWorks } from './catalog.ts';

const table = [
  'isbn13\ttitle\tauthors\tyear\tlanguage\tratings',
  '9780439023481\tThe Hunger Games\tSuzanne Collins\t2008\teng\t4780653',
  '\tBeloved\tToni Morrison\t1987\teng\t200',
  '9780061120085\tTo Kill a Mockingbird\tHarper Lee\t1960\teng\t3198671',
].join('\n');
const works = readWorks(table);
const size = { books: 60, sellers: 5, boosted: 4 };

test('works are read by column name; an invalid ISBN is dropped', () => {
  expect(works).toEqual([
    { isbn: '9780439023481', title: 'The Hunger Games', author: 'Suzanne Collins' },
    { isbn: null, title: 'Beloved', author: 'Toni Morrison' },
    { isbn: null, title: 'To Kill a Mockingbird', author: 'Harper Lee' },
  ]);
  expect(() => readWorks('title\tauthor\n')).toThrow('Not a table of books');
});

test('the same size makes the same catalog, another size a different one', () => {
  expect(createCatalog(works, size)).toEqual(createCatalog(works, size));
  expect(createCatalog(works, { ...size, sellers: 6 }).books).not.toEqual(createCatalog(works, size).books);
});

test('it has the requested size, and titles distinguish the copies', () => {
  const { books, sellers } = createCatalog(works, size);
  expect(books).toHaveLength(60);
  expect(sellers).toHaveLength(5);
  expect(books.filter(({ boostHours }) => boostHours !== null)).toHaveLength(4);
  expect(books.every(({ seller }) => seller >= 0 && seller < 5)).toBe(true);
  expect(books.every(({ price }) => Number.isInteger(price) && price >= 0 && price <= 999_999)).toBe(true);
  const copies = books.filter(({ title }) => title.startsWith('Beloved')).map(({ title }) => title);
  expect(copies[0]).toBe('Beloved');
  expect(copies[1]).toMatch(/^Beloved, \d+(st|nd|rd|th) Edition$/);
  expect(copies[2]).toMatch(/^Beloved, Volume \d$/);
  expect(copies[4]).toMatch(/^Beloved \(\d{4} printing\)$/);
});

import { expect, test } from 'vitest';
import { createCatalog } from '../books/catalog.ts';
import { createSearches } from './searches.ts';

const works = [
  { isbn: null, title: 'The Restaurant at the End of the Universe', author: 'Douglas Adams' },
  { isbn: null, title: 'Mockingbird Songs', author: 'Harper Lee' },
  { isbn: null, title: 'The Brothers Karamazov', author: 'Fyodor Dostoyevsky, Boris Brasol' },
];
const { books } = createCatalog(works, { books: 30, sellers: 3, boosted: 2 });
const searches = createSearches(books, 12);

test('the same books give the same searches', () => {
  expect(createSearches(books, 12)).toEqual(searches);
  expect(Object.values(searches).map(({ length }) => length)).toEqual([12, 12, 12]);
});

test('a selective search consists of a title word and an author', () => {
  for (const search of searches.selective) expect(search).toMatch(/^[a-z]{5,} (adams|dostoyevsky)$/);
});

test('a common word occurs in many titles', () => {
  expect(searches.common).toContain('the');
});

test('a misspelt word is not the start of any word in the books', () => {
  for (const wrong of searches.misspelt) {
    expect(
      books.some(({ title }) =>
        title
          .toLowerCase()
          .split(/\W+/)
          .some((word) => word.startsWith(wrong)),
      ),
    ).toBe(false);
  }
});

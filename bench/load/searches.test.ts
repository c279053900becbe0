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

test('a selective search consists of a title word and an author', () => {
  expect(searches.selective).toHaveLength(12);
  for (const search of searches.selective) expect(search).toMatch(/^[a-z]{5,} (adams|dostoyevsky)$/);
});

test('a common word occurs in many titles', () => {
  expect(searches.common).toContain('the');
});

test('a misspelt word is not the start of any word in the books', () => {
  const words = books.flatMap(({ title }) => title.toLowerCase().split(/\W+/));
  for (const wrong of searches.misspelt) expect(words.some((word) => word.startsWith(wrong))).toBe(false);
});

import { expect, test } from 'vitest';
import { MAX_WANTED_ENTRIES } from '#features/wanted/rules.ts';
import { createCatalog } from './catalog.ts';
import { createWishes } from './wanted-catalog.ts';

const works = Array.from({ length: 500 }, (_, index) => ({
  isbn: `97800000${String(index).padStart(5, '0')}`,
  title: `Advanced Chemistry ${index}`,
  author: `Ada Novak${index}`,
}));
const catalog = createCatalog(works, { books: 10_000, sellers: 100, boosted: 10 });

test('lists of wanted entries are full, repeat nothing, and want some books much more than others', () => {
  const { wishes } = createWishes(catalog, 2_000);
  expect(wishes).toHaveLength(2_000);
  const ofUsers = Map.groupBy(wishes, ({ user }) => user);
  expect(ofUsers.size).toBe(2_000 / MAX_WANTED_ENTRIES);
  for (const entries of ofUsers.values()) {
    expect(entries).toHaveLength(MAX_WANTED_ENTRIES);
    expect(new Set(entries.map(({ what }) => JSON.stringify(what))).size).toBe(MAX_WANTED_ENTRIES);
  }
  const byIsbn = Map.groupBy(wishes, ({ what }) => ('isbn' in what ? what.isbn : null));
  byIsbn.delete(null);
  const counts = [...byIsbn.values()].map(({ length }) => length);
  expect(Math.max(...counts)).toBeGreaterThan(10);
  expect(counts.filter((count) => count <= 3).length).toBeGreaterThan(counts.length / 4);
});

test('the same market wants the same', () => {
  expect(createWishes(catalog, 1_000)).toEqual(createWishes(catalog, 1_000));
});

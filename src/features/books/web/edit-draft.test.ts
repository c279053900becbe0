import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editKey, forgetEdit, keepEdit, readEdit } from './edit-draft.ts';
import { emptyListing } from './listing-values.ts';

function memory() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

const before = { ...emptyListing, title: 'The Odyssey', author: 'Homer', images: ['/photos/1', '/photos/2'] };
const changed = { ...before, title: 'The Iliad', images: ['/photos/2'] };

test('only what was changed comes back, to its writer and its book alone', () => {
  const store = memory();
  expect(keepEdit(store, ['maya', 'b1'], before, changed)).toBe(true);
  expect(readEdit(store, ['maya', 'b1'])).toEqual({ title: 'The Iliad', images: ['/photos/2'] });
  expect(readEdit(store, ['noah', 'b1'])).toEqual({});
  expect(readEdit(store, ['maya', 'b2'])).toEqual({});
  expect(editKey('b1')).toMatch(/^bookswap:private:/);
});

test('a field that was emptied comes back empty', () => {
  const store = memory();
  keepEdit(store, ['maya', 'b1'], before, { ...before, author: '', images: [] });
  expect(readEdit(store, ['maya', 'b1'])).toEqual({ author: '', images: [] });
});

test('what was changed back, saved or discarded is not kept', () => {
  const store = memory();
  keepEdit(store, ['maya', 'b1'], before, changed);
  expect(keepEdit(store, ['maya', 'b1'], before, { ...before })).toBe(false);
  expect(store.kept.size).toBe(0);
  keepEdit(store, ['maya', 'b1'], before, changed);
  forgetEdit(store, 'b1');
  expect(store.kept.size).toBe(0);
});

test('a device that keeps nothing is no failure, and says so', () => {
  const refusing = () => {
    throw new DOMException('no', 'SecurityError');
  };
  const store = { getItem: refusing, setItem: refusing, removeItem: refusing };
  expect(keepEdit(store, ['maya', 'b1'], before, changed)).toBe(false);
  expect(readEdit(store, ['maya', 'b1'])).toEqual({});
  forgetEdit(store, 'b1');
});

test('whatever stands in the store, the form gets fields of its own kinds', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (changes) => {
      const store = memory();
      store.setItem(editKey('b1'), JSON.stringify({ ownerId: 'maya', changes }));
      for (const [field, value] of Object.entries(readEdit(store, ['maya', 'b1']))) {
        expect(typeof value).toBe(typeof emptyListing[field as keyof typeof emptyListing]);
      }
    }),
  );
  for (const broken of ['', '{', 'null', '7', '[]', '{"ownerId":"maya"}']) {
    const store = memory();
    store.setItem(editKey('b1'), broken);
    expect(readEdit(store, ['maya', 'b1'])).toEqual({});
  }
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clearEditDraft, saveEditDraft, readEditDraft } from './edit-draft.ts';
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

const editKey = 'bookswap:private:listing-edit:b1';
const before = { ...emptyListing, title: 'The Odyssey', author: 'Homer', images: ['/photos/1', '/photos/2'] };
const changed = { ...before, title: 'The Iliad', images: ['/photos/2'] };

test('only changed fields are restored, for their author and their book only', () => {
  const store = memory();
  expect(saveEditDraft(store, ['maya', 'b1'], before, changed)).toBe(true);
  expect(readEditDraft(store, ['maya', 'b1'])).toEqual({ title: 'The Iliad', images: ['/photos/2'] });
  expect(readEditDraft(store, ['noah', 'b1'])).toEqual({});
  expect(readEditDraft(store, ['maya', 'b2'])).toEqual({});
  expect([...store.kept.keys()]).toEqual([editKey]);
});

test('a cleared field is restored as empty', () => {
  const store = memory();
  saveEditDraft(store, ['maya', 'b1'], before, { ...before, author: '', images: [] });
  expect(readEditDraft(store, ['maya', 'b1'])).toEqual({ author: '', images: [] });
});

test('changes that were reverted, saved or discarded are not stored', () => {
  const store = memory();
  saveEditDraft(store, ['maya', 'b1'], before, changed);
  expect(saveEditDraft(store, ['maya', 'b1'], before, { ...before })).toBe(false);
  expect(store.kept.size).toBe(0);
  saveEditDraft(store, ['maya', 'b1'], before, changed);
  clearEditDraft(store, 'b1');
  expect(store.kept.size).toBe(0);
});

test('a device without storage causes no error, and is reported', () => {
  const refusing = () => {
    throw new DOMException('no', 'SecurityError');
  };
  const store = { getItem: refusing, setItem: refusing, removeItem: refusing };
  expect(saveEditDraft(store, ['maya', 'b1'], before, changed)).toBe(false);
  expect(readEditDraft(store, ['maya', 'b1'])).toEqual({});
  clearEditDraft(store, 'b1');
});

test('the form gets fields of the right types from any stored value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (changes) => {
      const store = memory();
      store.setItem(editKey, JSON.stringify({ ownerId: 'maya', changes }));
      for (const [field, value] of Object.entries(readEditDraft(store, ['maya', 'b1']))) {
        expect(typeof value).toBe(typeof emptyListing[field as keyof typeof emptyListing]);
      }
    }),
  );
  for (const broken of ['', '{', 'null', '7', '[]', '{"ownerId":"maya"}']) {
    const store = memory();
    store.setItem(editKey, broken);
    expect(readEditDraft(store, ['maya', 'b1'])).toEqual({});
  }
});

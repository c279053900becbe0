import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  clearDraft,
  clearEditDraft,
  readDraft,
  readDraftField,
  readEditDraft,
  saveDraft,
  saveEditDraft,
} from './listing-draft.ts';
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

const draftKey = 'bookswap:private:listing-draft';
const now = new Date('2026-11-18T14:32:00Z');
const before = { ...emptyListing, title: 'The Odyssey', author: 'Homer', images: ['/photos/1', '/photos/2'] };
const changed = { ...before, title: 'The Iliad', images: ['/photos/2'] };
const typed = { ...emptyListing, title: 'The Odyssey', images: ['/objects/uploads/1'] };

test('is restored with its photos and the time of saving', () => {
  const store = memory();
  expect(saveDraft(store, 'maya', typed, now)).toBe(true);
  expect(readDraft(store, 'maya')).toEqual({ values: typed, savedAt: now });
});

test('is private: its key is deleted at sign-out, and another user never sees it', () => {
  const store = memory();
  saveDraft(store, 'maya', typed, now);
  expect([...store.kept.keys()]).toEqual([draftKey]);
  expect(readDraft(store, 'noah')).toBeNull();
  expect(readDraft(store, 'maya')?.values).toEqual(typed);
});

test('a cleared form and a posted one store nothing', () => {
  const store = memory();
  saveDraft(store, 'maya', typed, now);
  saveDraft(store, 'maya', emptyListing, now);
  expect(store.kept.size).toBe(0);
  saveDraft(store, 'maya', typed, now);
  clearDraft(store);
  expect(readDraft(store, 'maya')).toBeNull();
});

test('a device without storage causes no error, and is reported', () => {
  const refusing = () => {
    throw new DOMException('no', 'SecurityError');
  };
  const store = { getItem: refusing, setItem: refusing, removeItem: refusing };
  expect(saveDraft(store, 'maya', typed, now)).toBe(false);
  expect(readDraft(store, 'maya')).toBeNull();
  expect(saveEditDraft(store, ['maya', 'b1'], before, changed)).toBe(false);
  expect(readEditDraft(store, ['maya', 'b1'])).toEqual({});
  clearEditDraft(store, 'b1');
});

test('a price that version 0.1.0 has stored is restored', () => {
  const store = memory();
  const stored = { ownerId: 'maya', savedAt: now.toISOString(), values: { priceDisplay: '12' } };
  store.setItem(draftKey, JSON.stringify(stored));
  expect(readDraft(store, 'maya')?.values).toEqual({ ...emptyListing, price: '12' });
});

test('any input is read back unchanged', () => {
  const text = fc.string({ unit: 'grapheme' });
  const conditionDetails = fc.record(
    {
      highlighting: fc.constantFrom('none' as const, 'some' as const),
      flaws: fc.constantFrom<('loose pages' | 'water damage')[]>(
        ['loose pages'],
        ['loose pages', 'water damage'],
      ),
      isInstructorCopy: fc.constant(true as const),
    },
    { requiredKeys: [] },
  );
  const fields = fc.record({ title: text, price: text, images: fc.array(text), conditionDetails });
  fc.assert(
    fc.property(fields, (typed) => {
      const store = memory();
      saveDraft(store, 'maya', { ...emptyListing, ...typed }, now);
      expect(readDraft(store, 'maya')?.values ?? emptyListing).toEqual({ ...emptyListing, ...typed });
    }),
  );
});

test('the form gets text and photos, or nothing, from any stored value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), (values, images, conditionDetails) => {
      const store = memory();
      const fields = { ...Object(values), images, conditionDetails };
      const stored = { ownerId: 'maya', savedAt: now.toISOString(), values: fields };
      store.setItem(draftKey, JSON.stringify(stored));
      const draft = readDraft(store, 'maya')!;
      expect(Object.keys(draft.values).toSorted()).toEqual(Object.keys(emptyListing).toSorted());
      expect([draft.values.title, draft.values.price].every((line) => typeof line === 'string')).toBe(true);
      expect(draft.values.images.every((image) => typeof image === 'string')).toBe(true);
      expect(Object.keys(draft.values.conditionDetails)).toEqual([]);
    }),
  );
  for (const broken of ['', '{', 'null', '7', '[]', '{"ownerId":"maya"}']) {
    const store = memory();
    store.setItem(draftKey, broken);
    expect(readDraft(store, 'maya')).toBeNull();
    expect(store.kept.size).toBe(0);
  }
});

test('only changed fields are restored, for their author and their book only', () => {
  const store = memory();
  expect(saveEditDraft(store, ['maya', 'b1'], before, changed)).toBe(true);
  expect(readEditDraft(store, ['maya', 'b1'])).toEqual({ title: 'The Iliad', images: ['/photos/2'] });
  expect(readEditDraft(store, ['noah', 'b1'])).toEqual({});
  expect(readEditDraft(store, ['maya', 'b2'])).toEqual({});
  expect([...store.kept.keys()]).toEqual(['bookswap:private:listing-edit:b1']);
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

test.each([
  [false, true, true],
  [false, 'true', undefined],
  [0, 12, 12],
  [0, '12', undefined],
  ['', 'typed', 'typed'],
  ['', true, undefined],
  [[], ['MATH 101', 7], ['MATH 101']],
  [[], 'MATH 101', undefined],
])('a field that is empty as %j reads %j as %j', (empty, stored, read) => {
  expect(readDraftField(empty, stored)).toEqual(read);
});

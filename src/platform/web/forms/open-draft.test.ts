import { expect, it } from 'vitest';
import { openDraft } from './open-draft.ts';

function createMemoryStore() {
  const stored = new Map<string, string>();
  return {
    stored,
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
}

it('stores text and values under the prefix that sign-out removes', () => {
  const store = createMemoryStore();
  const draft = openDraft('listing', store);
  expect(draft.key).toBe('bookswap:private:listing');
  expect(draft.read()).toBeUndefined();
  expect(draft.save({ title: 'Biology' })).toBe(true);
  expect(draft.read()).toEqual({ title: 'Biology' });
  expect(draft.saveText('half a message')).toBe(true);
  expect(draft.readText()).toBe('half a message');
  expect(openDraft('listing', store).readText()).toBe('half a message');
});

it('removes the empty text, and what is cleared', () => {
  const store = createMemoryStore();
  const draft = openDraft('message', store);
  draft.saveText('x');
  draft.saveText('');
  expect(store.stored.size).toBe(0);
  draft.saveText('x');
  draft.clear();
  expect(draft.readText()).toBeNull();
});

it('reads what is no JSON as nothing', () => {
  const store = createMemoryStore();
  for (const text of ['', '{', 'null']) {
    store.setItem('bookswap:private:listing', text);
    expect(openDraft('listing', store).read()).toBeUndefined();
  }
});

it('stores nothing, and does not throw, where the browser forbids storage', () => {
  const refuse = () => {
    throw new DOMException('no', 'SecurityError');
  };
  const draft = openDraft('listing', { getItem: refuse, setItem: refuse, removeItem: refuse });
  expect(draft.save({ title: 'Biology' })).toBe(false);
  expect(draft.saveText('x')).toBe(false);
  expect(draft.read()).toBeUndefined();
  expect(draft.readText()).toBeNull();
  draft.clear();
});

import { beforeEach, expect, it, vi } from 'vitest';
import { campusDraft } from './campus-draft.ts';
import { toCampusValues } from './campus-form.ts';

const before = toCampusValues({
  name: 'Northfield',
  color: 'green',
  coordinates: null,
  emailDomains: ['northfield.edu'],
  languages: ['en'],
  timeZone: 'America/Chicago',
  prices: { boost: 299, adFree: 499 },
  approveFirstListing: false,
  legal: { name: null, address: null, email: null, person: null },
});

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  });
});

it('keeps the changed fields alone, until none differs', () => {
  const draft = campusDraft(before);
  draft.save({ ...before, name: 'Southfield', languages: ['en', 'es'] });
  expect(draft.read()).toEqual({ name: 'Southfield', languages: ['en', 'es'] });
  draft.save(before);
  expect(draft.read()).toEqual({});
});

it('takes no field of another shape', () => {
  sessionStorage.setItem(
    sessionKey(),
    JSON.stringify({ name: ['x'], languages: 'en', other: 'x', color: 'teal' }),
  );
  expect(campusDraft(before).read()).toEqual({ color: 'teal' });
});

/** Where the draft is stored. */
function sessionKey(): string {
  const setItem = vi.spyOn(sessionStorage, 'setItem');
  campusDraft(before).save({ ...before, name: 'x' });
  return setItem.mock.calls[0]![0];
}

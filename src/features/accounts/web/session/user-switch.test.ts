import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeStorage } from '#tests/support/fakes/fake-identity-server.ts';
import { setUpTestSession } from '#tests/support/fakes/test-session.ts';
import type { SessionStore } from './session.ts';

const test = setUpTestSession();
let store: SessionStore;
beforeEach(() => {
  store = test.open();
});

describe('a device that belonged to another user', () => {
  const leaveThings = () => {
    localStorage.setItem('bookswap:private:listing-draft', 'x');
    sessionStorage.setItem('bookswap:private:intent', 'x');
  };
  let caches: Set<string>;
  let posted: unknown[];
  beforeEach(() => {
    caches = new Set(['photos b1', 'bookswap:private:b1 s1']);
    posted = [];
    const active = { postMessage: (message: unknown) => void posted.push(message) };
    vi.stubGlobal('caches', {
      keys: async () => [...caches],
      delete: async (name: string) => caches.delete(name),
    });
    vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ active }) } });
  });

  it('keeps no data of theirs when another user signs in', async () => {
    await store.entered();
    leaveThings();
    test.server.session = { sub: 's2', name: 'Kim' };
    await store.entered();
    expect(store.current()).toMatchObject({ user: { id: 'user-of-s2' } });
    expect(test.storedKeys()).toEqual(['bookswap:signed-in']);
    expect([...caches]).toEqual(['photos b1']);
    expect(posted).toEqual([{ type: 'forget' }]);
    expect(test.left).toBe(1);
  });

  it('keeps no data of theirs on the next visit either, nor when a renewed token belongs to another user', async () => {
    await store.entered();
    leaveThings();
    test.server.session = { sub: 's2', name: 'Kim' };
    store = test.open();
    expect(await store.getToken()).not.toBeNull();
    await vi.waitFor(() => expect(store.current()).toMatchObject({ user: { id: 'user-of-s2' } }));
    expect(sessionStorage.getItem('bookswap:private:intent')).toBeNull();
    leaveThings();
    test.server.session = { sub: 's3', name: 'Lou' };
    await store.renewToken((await store.getToken())!);
    await vi.waitFor(() => expect(store.current()).toMatchObject({ user: { id: 'user-of-s3' } }));
    expect(test.storedKeys()).toEqual(['bookswap:signed-in']);
  });

  it('keeps no data of theirs in their other tab, which follows', async () => {
    await store.entered();
    const other = test.open();
    const ofOther = fakeStorage();
    const ofThis = sessionStorage;
    ofThis.setItem('bookswap:private:intent', 'x');
    test.server.session = { sub: 's2', name: 'Kim' };
    vi.stubGlobal('sessionStorage', ofOther);
    await other.entered();
    vi.stubGlobal('sessionStorage', ofThis);
    store.followOtherTab({ key: 'bookswap:signed-in', oldValue: '1', newValue: '2' } as StorageEvent);
    await vi.waitFor(() => expect(store.current()).toMatchObject({ user: { id: 'user-of-s2' } }));
    expect(ofThis.getItem('bookswap:private:intent')).toBeNull();
  });

  it('drops a token that was requested before', async () => {
    await store.entered();
    const renewed = store.renewToken((await store.getToken())!);
    test.server.session = { sub: 's2', name: 'Kim' };
    await store.entered();
    await renewed;
    expect(store.lastKnownUser()).toBe('s2');
    const late = store.renewToken((await store.getToken())!);
    localStorage.removeItem('bookswap:signed-in');
    expect(await late).toBeNull();
  });

  it('keeps a user’s own data, and gives a visitor’s data to the user who signs in', async () => {
    leaveThings();
    await store.entered();
    const things = () => [
      localStorage.getItem('bookswap:private:listing-draft'),
      sessionStorage.getItem('bookswap:private:intent'),
    ];
    expect(things()).toEqual(['x', 'x']);
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    test.server.syncStatus = 503;
    await store.entered();
    expect(things()).toEqual(['x', 'x']);
    expect([caches.size, posted, test.left]).toEqual([2, [], 0]);
  });

  it('has deleted all private data when the session is signed out', async () => {
    await store.entered();
    leaveThings();
    await store.signOut();
    expect([...Object.keys(localStorage), ...Object.keys(sessionStorage)]).toEqual([]);
    expect([...caches]).toEqual(['photos b1']);
    expect(posted).toEqual([{ type: 'forget' }]);
  });

  it('names the owner of cached responses while no token is available, but not once signed out', async () => {
    await store.entered();
    store = test.open();
    test.server.down = true;
    store.begin();
    await vi.waitFor(() => expect(store.current().status).not.toBe('loading'));
    expect(await store.getToken()).toBeNull();
    expect(store.lastKnownUser()).toBe('s1');
    test.server.down = false;
    await store.signOut();
    expect(store.lastKnownUser()).toBeNull();
  });
});

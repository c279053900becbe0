import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBrowserTransport } from '#platform/web/transport.ts';
import { fakeStorage, FakeIdentityServer } from '#tests/support/fakes/fake-identity-server.ts';
import { SessionStore } from './session.ts';
import { createTokenProvider } from './token-provider.ts';

let server: FakeIdentityServer;
let left: number;
let store: SessionStore;

const settled = () => vi.waitFor(() => expect(store.current().status).not.toBe('loading'));
const transport = createBrowserTransport();
const origin = createTokenProvider({ kind: 'embedded', campus: null }, transport);
const open = () => new SessionStore(transport, origin, () => void (left += 1));
beforeEach(() => {
  server = new FakeIdentityServer();
  left = 0;
  vi.stubGlobal('fetch', server.fetch);
  vi.stubGlobal('localStorage', fakeStorage());
  vi.stubGlobal('sessionStorage', fakeStorage());
  vi.stubGlobal('addEventListener', vi.fn());
  vi.stubGlobal('removeEventListener', vi.fn());
  store = open();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a device that belonged to another user', () => {
  const of = (storage: Storage) => Object.keys(storage).filter((key) => !/:(user|person)$/.test(key));
  const leaveThings = () => {
    localStorage.setItem('bookswap:private:listing-draft', 'x');
    sessionStorage.setItem('bookswap:private:intent', 'x');
  };
  let caches: Set<string>;
  let told: unknown[];
  beforeEach(() => {
    caches = new Set(['photos b1', 'bookswap:private:b1 s1']);
    told = [];
    const active = { postMessage: (message: unknown) => void told.push(message) };
    vi.stubGlobal('caches', {
      keys: async () => [...caches],
      delete: async (name: string) => caches.delete(name),
    });
    vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ active }) } });
  });

  it('keeps no data of theirs when another user signs in', async () => {
    await store.entered();
    leaveThings();
    server.session = { sub: 's2', name: 'Kim' };
    await store.entered();
    expect(store.current()).toMatchObject({ user: { id: 'user-of-s2' } });
    expect([...of(localStorage), ...of(sessionStorage)]).toEqual(['bookswap:signed-in']);
    expect([...caches]).toEqual(['photos b1']);
    expect(told).toEqual([{ type: 'forget' }]);
    expect(left).toBe(1);
  });

  it('keeps no data of theirs on the next visit either, nor when a renewed token belongs to another user', async () => {
    await store.entered();
    leaveThings();
    server.session = { sub: 's2', name: 'Kim' };
    store = open();
    expect(await store.getToken()).not.toBeNull();
    await vi.waitFor(() => expect(store.current()).toMatchObject({ user: { id: 'user-of-s2' } }));
    expect(of(sessionStorage)).toEqual([]);
    leaveThings();
    server.session = { sub: 's3', name: 'Lou' };
    await store.renewToken((await store.getToken())!);
    await vi.waitFor(() => expect(store.current()).toMatchObject({ user: { id: 'user-of-s3' } }));
    expect([...of(localStorage), ...of(sessionStorage)]).toEqual(['bookswap:signed-in']);
  });

  it('keeps no data of theirs in their other tab, which follows', async () => {
    await store.entered();
    const other = open();
    const ofOther = fakeStorage();
    const ofThis = sessionStorage;
    ofThis.setItem('bookswap:private:intent', 'x');
    server.session = { sub: 's2', name: 'Kim' };
    vi.stubGlobal('sessionStorage', ofOther);
    await other.entered();
    vi.stubGlobal('sessionStorage', ofThis);
    store.followOtherTab({ key: 'bookswap:signed-in', oldValue: '1', newValue: '2' } as StorageEvent);
    await vi.waitFor(() => expect(store.current()).toMatchObject({ user: { id: 'user-of-s2' } }));
    expect(of(ofThis)).toEqual([]);
  });

  it('drops a token that was requested before', async () => {
    await store.entered();
    const renewed = store.renewToken((await store.getToken())!);
    server.session = { sub: 's2', name: 'Kim' };
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
    server.syncStatus = 503;
    await store.entered();
    expect(things()).toEqual(['x', 'x']);
    expect([caches.size, told, left]).toEqual([2, [], 0]);
  });

  it('has deleted all private data when the session is signed out', async () => {
    await store.entered();
    leaveThings();
    await store.signOut();
    expect([...Object.keys(localStorage), ...Object.keys(sessionStorage)]).toEqual([]);
    expect([...caches]).toEqual(['photos b1']);
    expect(told).toEqual([{ type: 'forget' }]);
  });

  it('names the owner of cached responses while no token is available, but not once signed out', async () => {
    await store.entered();
    store = open();
    server.down = true;
    store.begin();
    await settled();
    expect(await store.getToken()).toBeNull();
    expect(store.lastKnownUser()).toBe('s1');
    server.down = false;
    await store.signOut();
    expect(store.lastKnownUser()).toBeNull();
  });
});

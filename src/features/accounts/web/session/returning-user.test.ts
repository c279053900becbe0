import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createBrowserTransport } from '#platform/web/transport.ts';
import { fakeStorage, FakeIdentityServer } from '#tests/support/fakes/fake-identity-server.ts';
import { SessionStore } from './session.ts';
import { createTokenProvider } from './token-provider.ts';

let server: FakeIdentityServer;
let store: SessionStore;

/** Collects what the session of a new document becomes. */
function openDocument(): unknown[] {
  const transport = createBrowserTransport();
  const origin = createTokenProvider({ kind: 'embedded', campus: null }, transport);
  const seen: unknown[] = [];
  store = new SessionStore(transport, origin, () => {});
  store.subscribe(() => seen.push(store.current()));
  return seen;
}

const signedIn = (id: string, name: string) => ({ status: 'signed-in', user: { id, name }, isKnown: true });

beforeEach(async () => {
  server = new FakeIdentityServer();
  vi.stubGlobal('fetch', server.fetch);
  vi.stubGlobal('localStorage', fakeStorage());
  vi.stubGlobal('sessionStorage', fakeStorage());
  vi.stubGlobal('addEventListener', vi.fn());
  vi.stubGlobal('removeEventListener', vi.fn());
  openDocument();
  await store.entered();
});
afterEach(() => vi.unstubAllGlobals());

it('a user whom the device knows is signed in with the token, before the sync responds', async () => {
  server.session = { sub: 's1', name: 'Maya Ross' };
  const seen = openDocument();
  store.begin();
  await vi.waitFor(() =>
    expect(seen).toEqual([signedIn('user-of-s1', 'Maya'), signedIn('user-of-s1', 'Maya Ross')]),
  );
});

it('another user than the one whom the device knows waits for the sync', async () => {
  server.session = { sub: 's2', name: 'Ben' };
  const seen = openDocument();
  store.begin();
  await vi.waitFor(() => expect(seen).toEqual([signedIn('user-of-s2', 'Ben')]));
});

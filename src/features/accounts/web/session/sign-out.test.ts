import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBrowserTransport } from '#platform/web/transport.ts';
import { fakeStorage, FakeIdentityServer } from '#tests/support/fakes/fake-identity-server.ts';
import { SessionStore } from './session.ts';
import { createTokenProvider } from './token-provider.ts';

let server: FakeIdentityServer;
let left: number;
let unasked: number;
let store: SessionStore;

beforeEach(() => {
  server = new FakeIdentityServer();
  left = 0;
  unasked = 0;
  vi.stubGlobal('fetch', server.fetch);
  vi.stubGlobal('localStorage', fakeStorage());
  vi.stubGlobal('sessionStorage', fakeStorage());
  const transport = createBrowserTransport();
  store = new SessionStore(
    transport,
    createTokenProvider({ kind: 'embedded', campus: null }, transport),
    (isUnasked) => {
      left += 1;
      if (isUnasked) unasked += 1;
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

describe('a user who signs out', () => {
  /** The server closes the socket, which asks for another token, before it responds to the request. */
  const closingTheSocketAt = async (ending: string) => {
    await store.entered();
    const held = (await store.getToken())!;
    const asked: Promise<string | null>[] = [];
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      if (`${init.method} ${path}` === ending) {
        server.session = null;
        asked.push(store.renewToken(held));
        if (ending !== 'POST /api/auth/sign-out') await asked[0];
        return new Response('{}');
      }
      return server.fetch(path, init);
    });
    return asked;
  };

  it('is not told that the session has ended, although the socket learns it first', async () => {
    const asked = await closingTheSocketAt('POST /api/auth/sign-out');
    await store.signOut();
    expect(await Promise.all(asked)).toEqual([null]);
    expect(store.current()).toEqual({ status: 'signed-out' });
    expect([left, unasked]).toEqual([1, 0]);
  });

  it('everywhere, or by deleting the account, is not told so either', async () => {
    const asked = await closingTheSocketAt('DELETE /api/x');
    await store.signOut(() => store.transport('DELETE /api/x', {}));
    expect(await Promise.all(asked)).toEqual([null]);
    expect([left, unasked]).toEqual([1, 0]);
  });

  it('is signed in as before when the request that ends the session fails', async () => {
    await store.entered();
    await expect(store.signOut(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    expect(store.current().status).toBe('signed-in');
    server.session = null;
    await store.renewToken((await store.getToken())!);
    expect([left, unasked]).toEqual([1, 1]);
  });
});

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setUpTestSession } from '#tests/support/fakes/test-session.ts';
import type { SessionStore } from './session.ts';

const test = setUpTestSession();
let store: SessionStore;
beforeEach(() => {
  store = test.open();
});

describe('a user who signs out', () => {
  /** The server closes the socket, which asks for another token, before it responds to the request. */
  const closingTheSocketAt = async (ending: string) => {
    await store.entered();
    const held = (await store.getToken())!;
    const asked: Promise<string | null>[] = [];
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      if (`${init.method} ${path}` === ending) {
        test.server.session = null;
        asked.push(store.renewToken(held));
        if (ending !== 'POST /api/auth/sign-out') await asked[0];
        return new Response('{}');
      }
      return test.server.fetch(path, init);
    });
    return asked;
  };

  it('is not told that the session has ended, although the socket learns it first', async () => {
    const asked = await closingTheSocketAt('POST /api/auth/sign-out');
    await store.signOut();
    expect(await Promise.all(asked)).toEqual([null]);
    expect(store.current()).toEqual({ status: 'signed-out' });
    expect([test.left, test.endedElsewhere]).toEqual([1, 0]);
  });

  it('everywhere, or by deleting the account, is not told so either', async () => {
    const asked = await closingTheSocketAt('DELETE /api/x');
    await store.signOut(() => store.transport('DELETE /api/x', {}));
    expect(await Promise.all(asked)).toEqual([null]);
    expect([test.left, test.endedElsewhere]).toEqual([1, 0]);
  });

  it('is signed in as before when the request that ends the session fails', async () => {
    await store.entered();
    await expect(store.signOut(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    expect(store.current().status).toBe('signed-in');
    test.server.session = null;
    await store.renewToken((await store.getToken())!);
    expect([test.left, test.endedElsewhere]).toEqual([1, 1]);
  });
});

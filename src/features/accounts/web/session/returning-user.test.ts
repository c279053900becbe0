import { beforeEach, expect, it, vi } from 'vitest';
import { setUpTestSession } from '#tests/support/fakes/test-session.ts';
import type { SessionStore } from './session.ts';

const test = setUpTestSession();
let store: SessionStore;

/** Collects what the session of a new document becomes. */
function openDocument(): unknown[] {
  const seen: unknown[] = [];
  store = test.open();
  store.subscribe(() => seen.push(store.current()));
  return seen;
}

const signedIn = (id: string, name: string) => ({ status: 'signed-in', user: { id, name }, isKnown: true });

beforeEach(async () => {
  openDocument();
  await store.entered();
});

it('a user whom the device knows is signed in with the token, before the sync responds', async () => {
  test.server.session = { sub: 's1', name: 'Maya Ross' };
  const seen = openDocument();
  store.begin();
  await vi.waitFor(() =>
    expect(seen).toMatchObject([signedIn('user-of-s1', 'Maya'), signedIn('user-of-s1', 'Maya Ross')]),
  );
});

it('another user than the one whom the device knows waits for the sync', async () => {
  test.server.session = { sub: 's2', name: 'Ben' };
  const seen = openDocument();
  store.begin();
  await vi.waitFor(() => expect(seen).toEqual([signedIn('user-of-s2', 'Ben')]));
});

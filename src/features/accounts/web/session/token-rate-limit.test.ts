import { beforeEach, expect, it, vi } from 'vitest';
import { setUpTestSession } from '#tests/support/fakes/test-session.ts';
import type { SessionStore } from './session.ts';

const test = setUpTestSession();
let store: SessionStore;
/** The server's Retry-After for tokens, in seconds. */
let retryAfter: number | null;

const token = 'GET /api/auth/token';
const fetchLimited = (path: string, init: RequestInit): Promise<Response> => {
  if (retryAfter === null || `${init.method} ${path}` !== token) return test.server.fetch(path, init);
  test.server.asked.push(token);
  const problem = JSON.stringify({ code: 'too-many-requests', detail: 'Too many requests.' });
  const headers = { 'content-type': 'application/problem+json', 'retry-after': String(retryAfter) };
  return Promise.resolve(new Response(problem, { status: 429, headers }));
};

beforeEach(async () => {
  retryAfter = null;
  vi.stubGlobal('fetch', fetchLimited);
  vi.useFakeTimers();
  store = test.open();
  await store.entered();
});

it('a user who requested too many tokens stays signed in, and gets one later', async () => {
  const here = store.current();
  retryAfter = 20;
  vi.setSystemTime(Date.now() + 260_000);
  expect(await store.getToken()).toBeNull();
  await expect(test.provider.fetchToken()).rejects.toMatchObject({ status: 429, retryAfter: 20 });
  expect(store.current()).toBe(here);
  retryAfter = null;
  expect(await store.getToken()).not.toBeNull();
  expect([store.current(), test.left]).toEqual([here, 0]);
});

it('a token that is rejected meanwhile signs out no user', async () => {
  retryAfter = 20;
  test.server.good.clear();
  await expect(store.transport('GET /api/x', {})).rejects.toMatchObject({ status: 401 });
  expect(store.current()).toMatchObject({ status: 'signed-in' });
  retryAfter = null;
  expect(await store.transport('GET /api/x', {})).toMatchObject({ data: { ok: true } });
  expect(test.left).toBe(0);
});

it('a page that opens meanwhile requests a token after the Retry-After, and not before', async () => {
  retryAfter = 20;
  store = test.open();
  const before = test.server.count(token);
  store.begin();
  await vi.advanceTimersByTimeAsync(19_000);
  expect(store.current()).toEqual({ status: 'loading' });
  expect(test.server.count(token)).toBe(before + 1);
  retryAfter = null;
  await vi.advanceTimersByTimeAsync(1000);
  expect(store.current()).toMatchObject({ status: 'signed-in', user: { id: 'user-of-s1' } });
});

it('a server without its database signs out no user, and private data stays', async () => {
  const here = store.current();
  localStorage.setItem('bookswap:private:draft', 'half a message');
  test.server.unavailable = true;
  const refused = await store.getToken();
  expect(await store.renewToken(refused!)).toBeNull();
  await expect(store.signOut()).rejects.toMatchObject({ status: 503 });
  expect([store.current(), test.left]).toEqual([here, 0]);
  expect(localStorage.getItem('bookswap:private:draft')).toBe('half a message');
  test.server.unavailable = false;
  expect(await store.getToken()).not.toBeNull();
});

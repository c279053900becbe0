import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createBrowserTransport } from '#platform/web/transport.ts';
import { fakeStorage, FakeIdentityServer } from '#tests/support/fakes/fake-identity-server.ts';
import { SessionStore } from './session.ts';
import { createTokenProvider } from './token-provider.ts';

let server: FakeIdentityServer;
/** The server's Retry-After for tokens, in seconds. */
let retryAfter: number | null;
let left: number;
let store: SessionStore;

const token = 'GET /api/auth/token';
const fetchLimited = (path: string, init: RequestInit): Promise<Response> => {
  if (retryAfter === null || `${init.method} ${path}` !== token) return server.fetch(path, init);
  server.asked.push(token);
  const problem = JSON.stringify({ code: 'too-many-requests', detail: 'Too many requests.' });
  const headers = { 'content-type': 'application/problem+json', 'retry-after': String(retryAfter) };
  return Promise.resolve(new Response(problem, { status: 429, headers }));
};
const transport = createBrowserTransport();
const origin = createTokenProvider({ kind: 'embedded', campus: null }, transport);
const open = () => new SessionStore(transport, origin, () => (left += 1));

beforeEach(async () => {
  server = new FakeIdentityServer();
  retryAfter = null;
  left = 0;
  vi.stubGlobal('fetch', fetchLimited);
  vi.stubGlobal('localStorage', fakeStorage());
  vi.stubGlobal('sessionStorage', fakeStorage());
  vi.stubGlobal('addEventListener', vi.fn());
  vi.stubGlobal('removeEventListener', vi.fn());
  vi.useFakeTimers();
  store = open();
  await store.entered();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a user who requested too many tokens stays signed in, and gets one later', async () => {
  const here = store.current();
  retryAfter = 20;
  vi.setSystemTime(Date.now() + 260_000);
  expect(await store.getToken()).toBeNull();
  await expect(origin.fetchToken()).rejects.toMatchObject({ status: 429, retryAfter: 20 });
  expect(store.current()).toBe(here);
  retryAfter = null;
  expect(await store.getToken()).not.toBeNull();
  expect([store.current(), left]).toEqual([here, 0]);
});

it('a token that is rejected meanwhile signs out no user', async () => {
  retryAfter = 20;
  server.good.clear();
  await expect(store.transport('GET /api/x', {})).rejects.toMatchObject({ status: 401 });
  expect(store.current()).toMatchObject({ status: 'signed-in' });
  retryAfter = null;
  expect(await store.transport('GET /api/x', {})).toMatchObject({ data: { ok: true } });
  expect(left).toBe(0);
});

it('a page that opens meanwhile requests a token after the Retry-After, and not before', async () => {
  retryAfter = 20;
  store = open();
  const before = server.count(token);
  store.begin();
  await vi.advanceTimersByTimeAsync(19_000);
  expect(store.current()).toEqual({ status: 'loading' });
  expect(server.count(token)).toBe(before + 1);
  retryAfter = null;
  await vi.advanceTimersByTimeAsync(1000);
  expect(store.current()).toMatchObject({ status: 'signed-in', user: { id: 'user-of-s1' } });
});

it('a server without its database signs out no user, and private data stays', async () => {
  const here = store.current();
  localStorage.setItem('bookswap:private:draft', 'half a message');
  server.unavailable = true;
  const refused = await store.getToken();
  expect(await store.renewToken(refused!)).toBeNull();
  await expect(store.signOut()).rejects.toMatchObject({ status: 503 });
  expect([store.current(), left]).toEqual([here, 0]);
  expect(localStorage.getItem('bookswap:private:draft')).toBe('half a message');
  server.unavailable = false;
  expect(await store.getToken()).not.toBeNull();
});

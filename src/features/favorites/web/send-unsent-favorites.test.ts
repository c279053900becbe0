import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LiveFeatureContext } from '#features/live/web/lazy.ts';
import type { Transport } from '#platform/shared/define-endpoints.ts';
import { fakeStorage } from '#tests/support/fakes/fake-identity-server.ts';
import { setFavorite, unconfirmedFavorites } from './favorite-cache.ts';
import { sendUnsentFavorites } from './send-unsent-favorites.ts';

type Sent = { favorited: boolean; cutOff: () => void; respond: () => void };

let queries: QueryClient;
let sent: Sent[];
const transport: Transport = (_key, { body }) =>
  new Promise((resolve, reject) => {
    const { favorited } = body as { favorited: boolean };
    sent.push({
      favorited,
      cutOff: () => reject(new TypeError('Failed to fetch')),
      respond: () => resolve({ data: { favorited }, next: null }),
    });
  });
const want = (bookId: string, favorited: boolean) => setFavorite(queries, transport, { bookId, favorited });
const signIn = (userId: string) =>
  sendUnsentFavorites({ queries, transport, userId } as unknown as LiveFeatureContext);
const turn = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('localStorage', fakeStorage());
  vi.stubGlobal('addEventListener', vi.fn());
  vi.stubGlobal('removeEventListener', vi.fn());
  queries = new QueryClient();
  sent = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** What a sign-out does to this device. */
function signOut(session: { stop: () => void }): void {
  for (const key of Object.keys(localStorage)) localStorage.removeItem(key);
  session.stop();
}

test('a request that is cut off after the sign-out is neither stored nor sent as the next user', async () => {
  const maya = signIn('maya');
  const wanted = want('book', true);
  await turn();
  signOut(maya);
  signIn('bob');
  sent[0]!.cutOff();
  expect(await wanted).toBe(false);
  await vi.runAllTimersAsync();
  expect({ stored: Object.keys(localStorage), sent: sent.length }).toEqual({ stored: [], sent: 1 });
});

test('a request that is cut off before its session ends is not sent as the next user', async () => {
  const maya = signIn('maya');
  void want('book', true);
  await turn();
  sent[0]!.cutOff();
  await turn();
  signOut(maya);
  signIn('bob');
  await vi.runAllTimersAsync();
  expect(sent).toHaveLength(1);
});

test('the second of two taps is not sent as the next user, who sees neither', async () => {
  const maya = signIn('maya');
  void want('book', true);
  await turn();
  void want('book', false);
  signOut(maya);
  signIn('bob');
  expect(unconfirmedFavorites(queries).get('book')).toBeUndefined();
  const own = want('book', true);
  await turn();
  sent[0]!.respond();
  sent[1]!.respond();
  expect(await own).toBe(true);
  expect(sent.map(({ favorited }) => favorited)).toEqual([true, true]);
});

test('a favorite that waits is sent at the next visit of its user, not of another', async () => {
  const visit = signIn('maya');
  void want('book', true);
  await turn();
  sent[0]!.cutOff();
  await turn();
  // The tab is closed, and nobody signs out.
  visit.stop();
  queries = new QueryClient();
  signIn('bob').stop();
  await turn();
  expect(sent).toHaveLength(1);
  signIn('maya');
  await turn();
  expect(sent.map(({ favorited }) => favorited)).toEqual([true, true]);
  sent[1]!.respond();
  await turn();
  expect(Object.keys(localStorage)).toEqual([]);
});

test('one of before the code that stores it has loaded is stored, and what is wanted since', async () => {
  void want('book', true);
  signIn('maya');
  expect(Object.values(localStorage)[0]).toContain('"favorited":true');
  void want('book', false);
  expect(Object.values(localStorage)[0]).toContain('"favorited":false');
});

test('tabs keep each other’s favorites', async () => {
  signIn('maya');
  void want('book', true);
  queries = new QueryClient();
  signIn('maya');
  void want('other', true);
  expect(Object.keys(localStorage)).toHaveLength(2);
});

test('a sign-out of another tab, or what it wants of the same book, drops what waits here', async () => {
  let onStorage = (_event: Pick<StorageEvent, 'key'>) => {};
  vi.stubGlobal('addEventListener', (_type: string, listener: typeof onStorage) => (onStorage = listener));
  signIn('maya');
  for (const book of ['book', 'other']) void want(book, true);
  const [first] = Object.keys(localStorage);
  onStorage({ key: first! });
  expect([...unconfirmedFavorites(queries).keys()]).toEqual(['other']);
  onStorage({ key: null });
  expect(unconfirmedFavorites(queries).size).toBe(0);
});

import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LiveFeatureContext } from '#features/live/web/lazy.ts';
import type { Transport } from '#platform/shared/define-endpoints.ts';
import { fakeStorage } from '#tests/support/fakes/fake-identity-server.ts';
import { getOptimisticFavorites } from './favorite-cache.ts';
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
const favorites = () => getOptimisticFavorites(queries, transport);
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
  const wanted = favorites().want('book', true);
  signOut(maya);
  signIn('bob');
  sent[0]!.cutOff();
  expect(await wanted).toBe(false);
  await vi.runAllTimersAsync();
  expect({ stored: Object.keys(localStorage), sent: sent.length }).toEqual({ stored: [], sent: 1 });
});

test('a request that is cut off before its session ends is not sent as the next user', async () => {
  const maya = signIn('maya');
  void favorites().want('book', true);
  for (const key of Object.keys(localStorage)) localStorage.removeItem(key);
  sent[0]!.cutOff();
  await turn();
  maya.stop();
  signIn('bob');
  await vi.runAllTimersAsync();
  expect(sent).toHaveLength(1);
});

test('the second of two taps is not sent as the next user, who sees neither', async () => {
  const maya = signIn('maya');
  void favorites().want('book', true);
  void favorites().want('book', false);
  signOut(maya);
  signIn('bob');
  expect(favorites().of('book')).toBeUndefined();
  const own = favorites().want('book', true);
  sent[0]!.respond();
  sent[1]!.respond();
  expect(await own).toBe(true);
  expect(sent.map(({ favorited }) => favorited)).toEqual([true, true]);
});

test('a favorite that waits is sent at the next visit of its user, not of another', async () => {
  const visit = signIn('maya');
  void favorites().want('book', true);
  sent[0]!.cutOff();
  await turn();
  // The tab is closed, and nobody signs out.
  const kept = { ...localStorage } as Record<string, string>;
  visit.stop();
  for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
  queries = new QueryClient();
  signIn('bob');
  expect(sent).toHaveLength(1);
  signIn('maya');
  expect(sent.map(({ favorited }) => favorited)).toEqual([true, true]);
  sent[1]!.respond();
  await turn();
  expect(Object.keys(localStorage)).toEqual([]);
});

test('tabs keep each other’s favorites', async () => {
  signIn('maya');
  void favorites().want('book', true);
  queries = new QueryClient();
  signIn('maya');
  void favorites().want('other', true);
  for (const { cutOff } of sent) cutOff();
  await turn();
  expect(Object.keys(localStorage)).toHaveLength(2);
});

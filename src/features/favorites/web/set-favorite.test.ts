import { onlineManager, QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Transport } from '#platform/shared/define-endpoints.ts';
import { ApiError } from '#platform/web/transport.ts';
import { toastStore } from '#ui/overlays/toast-store.ts';
import { setFavorite, unconfirmedFavorites } from './favorite-cache.ts';
import { favoriteIdsQuery } from './favorite-queries.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
  onlineManager.setOnline(true);
  vi.useRealTimers();
});

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A server that records requests and responds on demand, and the heart of a book. */
function createServer(initial = false) {
  const queries = new QueryClient();
  queries.mount();
  const state = { favorited: initial, sent: [] as boolean[] };
  const waiting: { succeed: () => void; lose: (applied: boolean) => void; fail: (error: unknown) => void }[] =
    [];
  const transport: Transport = (_key, { body }) => {
    const { favorited } = body as { favorited: boolean };
    state.sent.push(favorited);
    return new Promise((resolve, reject) => {
      waiting.push({
        succeed: () => resolve({ data: { favorited: (state.favorited = favorited) }, next: null }),
        lose(applied) {
          if (applied) state.favorited = favorited;
          reject(new Error('no answer'));
        },
        fail: reject,
      });
    });
  };
  const { queryKey } = favoriteIdsQuery(transport, 'me');
  queries.setQueryData(queryKey, new Set(initial ? ['book'] : []));
  // Only data that is shown is kept.
  queries.getQueryCache().find({ queryKey })!.isActive = () => true;
  const pending = () => unconfirmedFavorites(queries);
  return {
    state,
    waiting,
    want: (favorited: boolean, bookId = 'book') => setFavorite(queries, transport, { bookId, favorited }),
    shown: () => pending().get('book')?.favorited ?? queries.getQueryData(queryKey)!.has('book'),
    isBusy: () => pending().size > 0,
  };
}

test('shows the wanted state at once and keeps it when the server agrees', async () => {
  const { state, want, waiting, shown, isBusy } = createServer();
  const wanted = want(true);
  expect([shown(), isBusy()]).toEqual([true, true]);
  await turn();
  waiting.shift()!.succeed();
  expect(await wanted).toBe(true);
  expect([shown(), state.favorited, isBusy()]).toEqual([true, true, false]);
});

test('shows the confirmed state again, and why, when the server refuses', async () => {
  const { want, waiting, shown } = createServer();
  const wanted = want(true);
  await turn();
  waiting.shift()!.fail(new ApiError(409, { code: '', detail: 'Too many' }, null));
  expect(await wanted).toBe(false);
  expect(shown()).toBe(false);
  expect(toastStore.read()[0]).toMatchObject({ variant: 'destructive', description: 'Too many' });
});

test.each([
  ['no response', new TypeError('Failed to fetch'), 1_000],
  ['a pause that the server asks for', new ApiError(503, { code: '', detail: '' }, 3), 3_000],
])('is sent again after %s', async (_, error, pauseMs) => {
  const { state, want, waiting, shown } = createServer();
  const wanted = want(true);
  await turn();
  waiting.shift()!.fail(error);
  await vi.advanceTimersByTimeAsync(pauseMs - 1);
  expect([shown(), state.sent]).toEqual([true, [true]]);
  await vi.advanceTimersByTimeAsync(1);
  expect(state.sent).toEqual([true, true]);
  waiting.shift()!.succeed();
  expect(await wanted).toBe(true);
});

test('without a connection nothing is sent; then only what is wanted by then', async () => {
  const { state, want, waiting, shown } = createServer(true);
  onlineManager.setOnline(false);
  for (const favorited of [false, true, false]) void want(favorited);
  await turn();
  expect([shown(), state.sent]).toEqual([false, []]);
  onlineManager.setOnline(true);
  void want(true);
  await turn();
  waiting.shift()!.succeed();
  await turn();
  expect([shown(), state.sent, state.favorited]).toEqual([true, [true], true]);
});

test('a tap while a request runs is sent after it', async () => {
  const { state, want, waiting, shown } = createServer();
  void want(true);
  await turn();
  const last = want(false);
  expect(state.sent).toEqual([true]);
  // The response is lost: what is wanted now is sent even if it was confirmed before.
  waiting.shift()!.lose(true);
  await turn();
  expect(state.sent).toEqual([true, false]);
  waiting.shift()!.succeed();
  expect(await last).toBe(true);
  expect([shown(), state.favorited]).toEqual([false, false]);
});

test('books do not wait for each other', async () => {
  const { state, want } = createServer();
  for (const book of ['book', 'other']) void want(true, book);
  await turn();
  expect(state.sent).toEqual([true, true]);
});

test('the server ends in the last wanted state for any order of taps and responses', async () => {
  const step = fc.constantFrom('tap' as const, 'succeed' as const, 'lose' as const, 'turn' as const);
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(step, { maxLength: 30 }), async (initial, steps) => {
      const { state, want, waiting, shown, isBusy } = createServer(initial);
      for (const one of steps) {
        if (one === 'tap') void want(!shown());
        else if (one === 'succeed') waiting.shift()?.succeed();
        else if (one === 'lose') waiting.shift()?.lose(false);
        else await turn();
        expect(waiting.length).toBeLessThanOrEqual(1);
      }
      await turn();
      const last = shown();
      while (waiting.length > 0) {
        waiting.shift()!.succeed();
        await turn();
      }
      expect([shown(), state.favorited, isBusy()]).toEqual([last, last, false]);
    }),
  );
});

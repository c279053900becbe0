import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fakeStorage } from '#tests/support/fakes/fake-identity-server.ts';
import { UnsentFavorites } from './unsent-favorites.ts';
import { OptimisticFavorites } from './optimistic-favorites.ts';

/** A server that records requests and responds on demand, with success or failure. */
function slowServer(initial = false) {
  const server = { favorited: initial, sent: [] as boolean[], confirmed: initial, failures: [] as unknown[] };
  const storage = fakeStorage();
  const unsent = new UnsentFavorites({
    userId: 'maya',
    storage,
    retry: (error) => (error instanceof TypeError ? new Promise((resolve) => outages.push(resolve)) : null),
  });
  const outages: (() => void)[] = [];
  const waiting: { succeed: () => void; fail: (applied: boolean) => void; cutOff: () => void }[] = [];
  const favorites = new OptimisticFavorites({
    send: (_bookId, favorited) => {
      server.sent.push(favorited);
      return new Promise((resolve, reject) => {
        waiting.push({
          succeed: () => resolve((server.favorited = favorited)),
          fail: (applied) => {
            if (applied) server.favorited = favorited;
            reject(new Error('no answer'));
          },
          cutOff: () => reject(new TypeError('Failed to fetch')),
        });
      });
    },
    onConfirmed: (_bookId, favorited) => (server.confirmed = favorited),
    onFailed: (_bookId, error) => server.failures.push(error),
  });
  favorites.waiting = unsent;
  const stored = () => unsent.load().map(({ bookId, favorited }) => [bookId, favorited]);
  const shown = () => favorites.of('book') ?? server.confirmed;
  return { server, favorites, waiting, shown, stored, storage, outages };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('shows the wanted state at once and keeps it when the server agrees', async () => {
  const { server, favorites, waiting, shown } = slowServer();
  const settled = favorites.want('book', true);
  expect(shown()).toBe(true);
  expect(favorites.busy).toBe(true);
  waiting.shift()!.succeed();
  await settled;
  expect({ shown: shown(), server: server.favorited, busy: favorites.busy }).toEqual({
    shown: true,
    server: true,
    busy: false,
  });
});

test('shows the confirmed state again when the server does not answer', async () => {
  const { server, favorites, waiting, shown } = slowServer();
  const settled = favorites.want('book', true);
  waiting.shift()!.fail(false);
  await settled;
  expect(shown()).toBe(false);
  expect(server.failures).toHaveLength(1);
});

test('waits on the device while the server is away, and sends what is wanted by then', async () => {
  const { server, favorites, waiting, shown, stored, outages } = slowServer();
  const settled = favorites.want('book', true);
  waiting.shift()!.cutOff();
  await turn();
  expect({ shown: shown(), stored: stored(), failures: server.failures }).toEqual({
    shown: true,
    stored: [['book', true]],
    failures: [],
  });
  void favorites.want('book', false);
  expect(stored()).toEqual([['book', false]]);
  outages.shift()!();
  await turn();
  expect(server.sent).toEqual([true, false]);
  waiting.shift()!.succeed();
  expect(await settled).toBe(true);
  expect({ shown: shown(), stored: stored() }).toEqual({ shown: false, stored: [] });
});

test('sends nothing that a sign-out deleted from the device, and shows no error', async () => {
  const { server, favorites, waiting, storage, outages } = slowServer();
  const settled = favorites.want('book', true);
  waiting.shift()!.cutOff();
  await turn();
  for (const key of Object.keys(storage)) storage.removeItem(key);
  outages.shift()!();
  expect(await settled).toBe(false);
  expect({ sent: server.sent, failures: server.failures, busy: favorites.busy }).toEqual({
    sent: [true],
    failures: [],
    busy: false,
  });
});

test('two quick taps send the second state after the first and end in the initial state', async () => {
  const { server, favorites, waiting, shown } = slowServer();
  void favorites.want('book', true);
  const settled = favorites.want('book', false);
  expect(server.sent).toEqual([true]);
  waiting.shift()!.succeed();
  await turn();
  expect(server.sent).toEqual([true, false]);
  waiting.shift()!.succeed();
  await settled;
  expect({ shown: shown(), server: server.favorited }).toEqual({ shown: false, server: false });
});

test('after a lost response, the wanted state is sent even if it was confirmed before', async () => {
  const { server, favorites, waiting, shown } = slowServer();
  void favorites.want('book', true);
  const settled = favorites.want('book', false);
  waiting.shift()!.fail(true);
  await turn();
  waiting.shift()!.succeed();
  await settled;
  expect({ shown: shown(), server: server.favorited, failures: server.failures }).toEqual({
    shown: false,
    server: false,
    failures: [],
  });
});

test('books do not wait for each other, and listeners receive each change', async () => {
  const { server, favorites, waiting } = slowServer();
  let heard = 0;
  const stop = favorites.subscribe(() => (heard += 1));
  const both = Promise.all([favorites.want('book', true), favorites.want('other', true)]);
  expect(server.sent).toEqual([true, true]);
  for (const request of waiting.splice(0)) request.succeed();
  await both;
  expect(heard).toBe(4);
  stop();
  void favorites.want('book', false);
  expect(heard).toBe(4);
});

test('the server ends in the last wanted state for any order of taps and responses', async () => {
  const step = fc.oneof(
    fc.constant('tap' as const),
    fc.constant('succeed' as const),
    fc.constant('lose' as const),
  );
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(step, { maxLength: 30 }), async (initial, steps) => {
      const { server, favorites, waiting, shown } = slowServer(initial);
      for (const one of steps) {
        if (one === 'tap') void favorites.want('book', !shown());
        else if (one === 'succeed') waiting.shift()?.succeed();
        else waiting.shift()?.fail(false);
        expect(waiting.length).toBeLessThanOrEqual(1);
        await turn();
      }
      const last = shown();
      while (waiting.length > 0) {
        waiting.shift()!.succeed();
        await turn();
      }
      expect({ shown: shown(), server: server.favorited, busy: favorites.busy }).toEqual({
        shown: last,
        server: last,
        busy: false,
      });
    }),
  );
});

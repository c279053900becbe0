import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Transport } from '#platform/shared/define-endpoints.ts';
import { addFavorite } from './favorite-cache.ts';
import { favoriteIdsQuery } from './favorite-queries.ts';

/** The first fetch of the ids is answered when `release` is called, with what the server had before. */
function open() {
  const queries = new QueryClient();
  const server = new Set<string>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let fetches = 0;
  const transport: Transport = async (key) => {
    if (key === 'POST /api/favorites/toggle') {
      server.add('one');
      return { data: { favorited: true }, next: null };
    }
    const data = [...server];
    if (fetches++ === 0) await released;
    return { data, next: null };
  };
  const query = { ...favoriteIdsQuery(transport, 'me'), staleTime: Infinity };
  return { queries, transport, query, release };
}

test('a first fetch that is older than the confirmation does not count, also while nothing shows it', async () => {
  const { queries, transport, query, release } = open();
  const late = queries.fetchQuery(query).catch(() => null);
  await addFavorite(queries, transport, 'one');
  release();
  await late;
  expect(await queries.fetchQuery(query)).toEqual(new Set(['one']));
});

test('nor does it while hearts wait for it', async () => {
  const { queries, transport, query, release } = open();
  const hearts = new QueryObserver(queries, query);
  const stop = hearts.subscribe(() => {});
  await addFavorite(queries, transport, 'one');
  release();
  await expect.poll(() => hearts.getCurrentResult().data).toEqual(new Set(['one']));
  stop();
});

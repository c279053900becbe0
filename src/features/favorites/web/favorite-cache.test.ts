import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Transport } from '#platform/shared/define-endpoints.ts';
import { addFavorite } from './favorite-cache.ts';
import { favoriteIdsQuery } from './favorite-queries.ts';

test('a first fetch that is older than the confirmation does not count, also while nothing shows it', async () => {
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
  const late = queries.fetchQuery(query).catch(() => null);
  await addFavorite(queries, transport, 'one');
  release();
  await late;
  expect(await queries.fetchQuery(query)).toEqual(new Set(['one']));
});

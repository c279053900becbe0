import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import type { FavoriteEndpoints } from '../contract.ts';

/** The ids of all favorite books of a user, for the hearts. */
export const favoriteIdsQuery = (transport: Transport, userId: string) =>
  queryOptions({
    queryKey: ['favorites', 'ids', userId] as const,
    queryFn: async ({ signal }): Promise<ReadonlySet<string>> =>
      new Set(await apiClient<FavoriteEndpoints>(transport).call('GET /api/favorites/ids', {}, { signal })),
  });

/** What a saved book cost before, for the user who saved it; null: no less. Of its present price alone. */
export const previousPriceQuery = (transport: Transport, { id, price }: { id: string; price: number }) =>
  queryOptions({
    queryKey: ['favorites', 'previous-price', id, price] as const,
    queryFn: async ({ signal }): Promise<number | null> => {
      const client = apiClient<FavoriteEndpoints>(transport);
      const [saved] = await client.call('GET /api/favorites', { query: { bookId: id } }, { signal });
      return saved?.book.previousPrice ?? null;
    },
  });

/** The favorites of a user with their books, the newest first. */
export const favoritesQuery = (transport: Transport, userId: string) =>
  infiniteQueryOptions({
    queryKey: ['favorites', 'list', userId] as const,
    queryFn: ({ pageParam, signal }) =>
      apiClient<FavoriteEndpoints>(transport).page(
        'GET /api/favorites',
        { query: pageParam === null ? {} : { cursor: pageParam } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  });

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

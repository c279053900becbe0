import { queryOptions } from '@tanstack/react-query';
import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import { pagedQuery } from '#platform/web/paged-query.ts';
import type { FavoriteEndpoints } from '../contract.ts';

/** The ids of all favorite books of a user, for the hearts. */
export const favoriteIdsQuery = (transport: Transport, userId: string) =>
  queryOptions({
    queryKey: ['favorites', 'ids', userId] as const,
    queryFn: async ({ signal }): Promise<ReadonlySet<string>> =>
      new Set(await apiClient<FavoriteEndpoints>(transport).call('GET /api/favorites/ids', {}, { signal })),
  });

export const favoritesQuery = (transport: Transport, userId: string) =>
  pagedQuery({
    queryKey: ['favorites', 'list', userId] as const,
    fetchPage: (page, options) =>
      apiClient<FavoriteEndpoints>(transport).page('GET /api/favorites', { query: page }, options),
  });

import { queryOptions } from '@tanstack/react-query';
import { type BookFilters, formatFilters } from '#features/books/filters.ts';
import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import type { NeighborEndpoints } from '../contract.ts';

export const elsewhereKey = ['neighbors', 'listings'] as const;

/** How long a listing that is gone there may stay on the screen of who comes back to it. */
const STALE_MS = 5_000;

/** What other campuses have for these filters. */
export const elsewhereQuery = (transport: Transport, filters: BookFilters) =>
  queryOptions({
    queryKey: [...elsewhereKey, filters] as const,
    queryFn: ({ signal }) =>
      apiClient<NeighborEndpoints>(transport).call(
        'GET /api/neighbors/listings',
        { query: Object.fromEntries(formatFilters(filters)) },
        { signal },
      ),
    staleTime: STALE_MS,
  });

export const neighborsQuery = (transport: Transport) =>
  queryOptions({
    queryKey: ['neighbors', 'admin'] as const,
    queryFn: ({ signal }) =>
      apiClient<NeighborEndpoints>(transport).call('GET /api/admin/neighbors', {}, { signal }),
    refetchOnMount: 'always',
  });

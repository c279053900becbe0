import { queryOptions } from '@tanstack/react-query';
import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import type { BookEndpoints } from '../../contract.ts';
import { type BookFilters, formatFilters } from '../../filters.ts';

/** How many listings pass the filters; if none does, without which filters some would. */
export const bookCountQuery = (transport: Transport, filters: BookFilters) =>
  queryOptions({
    queryKey: ['books', 'count', filters] as const,
    queryFn: ({ signal }) =>
      apiClient<BookEndpoints>(transport).call(
        'GET /api/books/count',
        { query: Object.fromEntries(formatFilters(filters)) },
        { signal },
      ),
  });

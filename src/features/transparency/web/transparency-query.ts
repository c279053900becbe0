import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import type { TransparencyEndpoints } from '../contract.ts';

/** `year`: null for the current one. */
export const transparencyQuery = (transport: Transport, year: number | null) =>
  queryOptions({
    queryKey: ['transparency', year] as const,
    queryFn: ({ signal }) =>
      apiClient<TransparencyEndpoints>(transport).call(
        'GET /api/transparency',
        { query: year === null ? {} : { year } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

const YEAR = /^[2]\d{3}$/;

export const readYear = (search: URLSearchParams): number | null => {
  const year = search.get('year') ?? '';
  return YEAR.test(year) ? Number(year) : null;
};

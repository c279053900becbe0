import { queryOptions } from '@tanstack/react-query';
import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import { pagedQuery } from '#platform/web/paged-query.ts';
import type { CoverageEndpoints } from '../contract.ts';
import type { CoverageOrder } from '../rules.ts';

const coverageKey = ['admin', 'coverage'] as const;
const api = apiClient<CoverageEndpoints>;

export const coverageQuery = (transport: Transport, order: CoverageOrder) =>
  pagedQuery({
    queryKey: [...coverageKey, 'courses', order] as const,
    fetchPage: (page, options) =>
      api(transport).page('GET /api/admin/courses/coverage', { query: { order, ...page } }, options),
    refetchOnMount: 'always' as const,
  });

export const coverageTotalsQuery = (transport: Transport) =>
  queryOptions({
    queryKey: [...coverageKey, 'totals'],
    queryFn: ({ signal }) => api(transport).call('GET /api/admin/courses/coverage/totals', {}, { signal }),
    refetchOnMount: 'always',
  });

export const soughtBooksQuery = (transport: Transport) =>
  queryOptions({
    queryKey: [...coverageKey, 'missing'],
    queryFn: ({ signal }) => api(transport).call('GET /api/admin/courses/coverage/missing', {}, { signal }),
    refetchOnMount: 'always',
  });

import { queryOptions } from '@tanstack/react-query';
import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import { pagedQuery } from '#platform/web/paged-query.ts';
import type { ReportEndpoints } from '../contract.ts';
import type { ReportStatus } from '../rules.ts';

const api = apiClient<ReportEndpoints>;

/** The parent key of all queries of the queue. */
export const reportsKey = ['reports'] as const;

export const reportsQuery = (transport: Transport, status: ReportStatus) =>
  pagedQuery({
    queryKey: [...reportsKey, status] as const,
    fetchPage: (page, options) =>
      api(transport).page('GET /api/admin/reports', { query: { status, ...page } }, options),
    // Reports may arrive while the tab is not visible.
    refetchOnMount: 'always',
  });

export const reportSummaryQuery = (transport: Transport) =>
  queryOptions({
    queryKey: [...reportsKey, 'summary'] as const,
    queryFn: ({ signal }) => api(transport).call('GET /api/admin/reports/summary', {}, { signal }),
    refetchOnMount: 'always',
  });

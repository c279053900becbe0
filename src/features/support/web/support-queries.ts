import { queryOptions } from '@tanstack/react-query';
import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import { pagedQuery } from '#platform/web/paged-query.ts';
import type { SupportEndpoints } from '../contract.ts';

const api = apiClient<SupportEndpoints>;

/** The parent key of all queries of the inbox. */
export const supportKey = ['support'] as const;

export const supportInboxQuery = (transport: Transport, status: 'open' | 'closed') =>
  pagedQuery({
    queryKey: [...supportKey, 'inbox', status] as const,
    fetchPage: (page, options) =>
      api(transport).page('GET /api/admin/support', { query: { status, ...page } }, options),
    // Messages may arrive while the tab is not visible.
    refetchOnMount: 'always',
  });

export const supportSummaryQuery = (transport: Transport) =>
  queryOptions({
    queryKey: [...supportKey, 'summary'] as const,
    queryFn: ({ signal }) => api(transport).call('GET /api/admin/support/summary', {}, { signal }),
    refetchOnMount: 'always',
  });

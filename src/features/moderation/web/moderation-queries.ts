import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useLiveMessage, useRefetchWhenMissed } from '#features/live/web/public.ts';
import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import { pagedQuery } from '#platform/web/paged-query.ts';
import type { ModerationEndpoints } from '../contract.ts';

const api = apiClient<ModerationEndpoints>;

/** The parent keys of all queries of cases, and of the decisions about the reader. */
const casesKey = ['cases'] as const;
const decisionsKey = ['decisions'] as const;

export const caseViews = ['open', 'mine', 'appeals', 'first-listings', 'closed'] as const;
export type CaseView = (typeof caseViews)[number];

const toCaseQuery = (view: CaseView) =>
  view === 'open' || view === 'closed' ? { state: view } : { only: view };

export const casesQuery = (transport: Transport, view: CaseView) =>
  pagedQuery({
    queryKey: [...casesKey, 'list', view] as const,
    fetchPage: (page, options) =>
      api(transport).page('GET /api/staff/cases', { query: { ...toCaseQuery(view), ...page } }, options),
    // Cases may change while the tab is not visible.
    refetchOnMount: 'always',
  });

export const caseSummaryQuery = (transport: Transport) =>
  queryOptions({
    queryKey: [...casesKey, 'summary'] as const,
    queryFn: ({ signal }) => api(transport).call('GET /api/staff/cases/summary', {}, { signal }),
    refetchOnMount: 'always',
  });

export const caseQuery = (transport: Transport, id: string) =>
  queryOptions({
    queryKey: [...casesKey, 'one', id] as const,
    queryFn: ({ signal }) => api(transport).call('GET /api/staff/cases/:id', { params: { id } }, { signal }),
    refetchOnMount: 'always',
  });

export const invalidateCases = (queries: QueryClient) => queries.invalidateQueries({ queryKey: casesKey });

/** Fetches the shown cases again when one has changed. */
export function useLiveCases(): void {
  const queries = useQueryClient();
  const refetch = () => void invalidateCases(queries);
  useLiveMessage('case-changed', refetch);
  useRefetchWhenMissed(refetch);
}

export const decisionsQuery = (transport: Transport) =>
  pagedQuery({
    queryKey: [...decisionsKey, 'list'] as const,
    fetchPage: (page, options) => api(transport).page('GET /api/decisions', { query: page }, options),
    refetchOnMount: 'always',
  });

/** Reading it marks it as read: the list then shows it so. */
export const decisionQuery = (transport: Transport, id: string) =>
  queryOptions({
    queryKey: [...decisionsKey, 'one', id] as const,
    queryFn: ({ signal }) => api(transport).call('GET /api/decisions/:id', { params: { id } }, { signal }),
    refetchOnMount: 'always',
  });

export const invalidateDecisions = (queries: QueryClient) =>
  queries.invalidateQueries({ queryKey: decisionsKey });

export const decisionSummaryQuery = (transport: Transport) =>
  queryOptions({
    queryKey: [...decisionsKey, 'summary'] as const,
    queryFn: ({ signal }) => api(transport).call('GET /api/decisions/summary', {}, { signal }),
    refetchOnMount: 'always',
  });

/** After one has been read. */
export const refetchDecisionList = (queries: QueryClient) =>
  Promise.all([
    queries.invalidateQueries({ queryKey: [...decisionsKey, 'list'] }),
    queries.invalidateQueries({ queryKey: [...decisionsKey, 'summary'] }),
  ]);

/** The decision of a signed link, which stands in for the account. */
export const linkedDecisionQuery = (transport: Transport, token: string) =>
  queryOptions({
    queryKey: [...decisionsKey, 'linked', token] as const,
    queryFn: ({ signal }) => api(transport).call('POST /api/appeals/read', { body: { token } }, { signal }),
  });

import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import type { AdministrationEndpoints } from '../contract.ts';

/**
 * The parent key of all dashboard queries. No event reports changes by other users, so each view fetches
 * again.
 */
export const adminKey = ['admin'] as const;

export const statsQuery = (transport: Transport) =>
  queryOptions({
    queryKey: [...adminKey, 'stats'] as const,
    queryFn: ({ signal }) =>
      apiClient<AdministrationEndpoints>(transport).call('GET /api/admin/stats', {}, { signal }),
    refetchOnMount: 'always',
  });

export const activityQuery = (transport: Transport) =>
  queryOptions({
    queryKey: [...adminKey, 'activity'] as const,
    queryFn: ({ signal }) =>
      apiClient<AdministrationEndpoints>(transport).call('GET /api/admin/activity', {}, { signal }),
    refetchOnMount: 'always',
  });

export const setupQuery = (transport: Transport) =>
  queryOptions({
    queryKey: [...adminKey, 'setup'] as const,
    queryFn: ({ signal }) =>
      apiClient<AdministrationEndpoints>(transport).call('GET /api/admin/setup', {}, { signal }),
  });

const paged = {
  initialPageParam: null as string | null,
  getNextPageParam: (last: { next: string | null }) => last.next,
  // The previous list stays visible while the user types.
  placeholderData: keepPreviousData,
  refetchOnMount: 'always' as const,
};

const pageOf = (search: string, cursor: string | null) => ({
  ...(search !== '' && { search }),
  ...(cursor !== null && { cursor }),
});

export const allBooksQuery = (transport: Transport, search: string) =>
  infiniteQueryOptions({
    queryKey: [...adminKey, 'books', search] as const,
    queryFn: ({ pageParam, signal }) =>
      apiClient<AdministrationEndpoints>(transport).page(
        'GET /api/admin/books',
        { query: pageOf(search, pageParam) },
        { signal },
      ),
    ...paged,
  });

export const allUsersQuery = (transport: Transport, search: string) =>
  infiniteQueryOptions({
    queryKey: [...adminKey, 'users', search] as const,
    queryFn: ({ pageParam, signal }) =>
      apiClient<AdministrationEndpoints>(transport).page(
        'GET /api/admin/users',
        { query: pageOf(search, pageParam) },
        { signal },
      ),
    ...paged,
  });

/** A confirmation dialog always fetches its numbers again. */
const asked = { gcTime: 0, staleTime: 0, retry: false } as const;

export const bookRemovalQuery = (transport: Transport, id: string) =>
  queryOptions({
    queryKey: ['admin-removal', 'book', id] as const,
    queryFn: ({ signal }) =>
      apiClient<AdministrationEndpoints>(transport).call(
        'GET /api/admin/books/:id/removal',
        { params: { id } },
        { signal },
      ),
    ...asked,
  });

export const userRemovalQuery = (transport: Transport, id: string) =>
  queryOptions({
    queryKey: ['admin-removal', 'user', id] as const,
    queryFn: ({ signal }) =>
      apiClient<AdministrationEndpoints>(transport).call(
        'GET /api/admin/users/:id/removal',
        { params: { id } },
        { signal },
      ),
    ...asked,
  });

export const testDataQuery = (transport: Transport) =>
  queryOptions({
    queryKey: ['admin-removal', 'test-data'] as const,
    queryFn: ({ signal }) =>
      apiClient<AdministrationEndpoints>(transport).call('GET /api/admin/cleanup-test-data', {}, { signal }),
    ...asked,
  });

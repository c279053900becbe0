import { queryOptions } from '@tanstack/react-query';
import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import type { AdministrationEndpoints } from '../contract.ts';

/** The parent key of all queries of the dashboard. No event reports changes, so each view fetches again. */
export const adminKey = ['admin'] as const;

const api = apiClient<AdministrationEndpoints>;

export const statsQuery = (transport: Transport) =>
  queryOptions({
    queryKey: [...adminKey, 'stats'],
    queryFn: ({ signal }) => api(transport).call('GET /api/admin/stats', {}, { signal }),
    refetchOnMount: 'always',
  });

export const activityQuery = (transport: Transport) =>
  queryOptions({
    queryKey: [...adminKey, 'activity'],
    queryFn: ({ signal }) => api(transport).call('GET /api/admin/activity', {}, { signal }),
    refetchOnMount: 'always',
  });

export const setupQuery = (transport: Transport) =>
  queryOptions({
    queryKey: [...adminKey, 'setup'],
    queryFn: ({ signal }) => api(transport).call('GET /api/admin/setup', {}, { signal }),
  });

/** A confirmation dialog always fetches its numbers again. */
const asked = { gcTime: 0, staleTime: 0, retry: false } as const;

export const bookRemovalQuery = (transport: Transport, id: string) =>
  queryOptions({
    queryKey: ['admin-removal', 'book', id],
    queryFn: ({ signal }) =>
      api(transport).call('GET /api/admin/books/:id/removal', { params: { id } }, { signal }),
    ...asked,
  });

export const userRemovalQuery = (transport: Transport, id: string) =>
  queryOptions({
    queryKey: ['admin-removal', 'user', id],
    queryFn: ({ signal }) =>
      api(transport).call('GET /api/admin/users/:id/removal', { params: { id } }, { signal }),
    ...asked,
  });

export const testDataQuery = (transport: Transport) =>
  queryOptions({
    queryKey: ['admin-removal', 'test-data'],
    queryFn: ({ signal }) => api(transport).call('GET /api/admin/cleanup-test-data', {}, { signal }),
    ...asked,
  });

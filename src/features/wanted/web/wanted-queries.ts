import { queryOptions } from '@tanstack/react-query';
import { createApiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import type { WantedEndpoints } from '../contract.ts';

const call = (transport: Transport) => createApiClient<WantedEndpoints>(transport);

/** The wanted entries of a user with their alerts. */
export const wantedQuery = (transport: Transport, userId: string) =>
  queryOptions({
    queryKey: ['wanted', 'list', userId] as const,
    queryFn: ({ signal }) => call(transport).call('GET /api/wanted', {}, { signal }),
  });

/** How many students want an ISBN; null for none. */
export const studentsQuery = (transport: Transport, isbn: string | null) =>
  queryOptions({
    queryKey: ['wanted', 'students', isbn] as const,
    queryFn: async ({ signal }) =>
      (await call(transport).call('GET /api/wanted/students', { query: { isbn: isbn! } }, { signal }))
        .students,
    enabled: isbn !== null,
    retry: false,
  });

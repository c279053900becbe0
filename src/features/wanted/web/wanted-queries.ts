import { queryOptions } from '@tanstack/react-query';
import type { Transport } from '#platform/shared/define-endpoints.ts';
import { wantedApi } from './wanted-api.ts';

/** The wanted entries of a user with their alerts. */
export const wantedQuery = (transport: Transport, userId: string) =>
  queryOptions({
    queryKey: ['wanted', 'list', userId] as const,
    queryFn: ({ signal }) => wantedApi(transport).call('GET /api/wanted', {}, { signal }),
  });

/** How many students want an ISBN; null for none. */
export const studentsQuery = (transport: Transport, isbn: string | null) =>
  queryOptions({
    queryKey: ['wanted', 'students', isbn] as const,
    queryFn: async ({ signal }) =>
      (await wantedApi(transport).call('GET /api/wanted/students', { query: { isbn: isbn! } }, { signal }))
        .students,
    enabled: isbn !== null,
    retry: false,
  });

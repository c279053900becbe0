import { queryOptions } from '@tanstack/react-query';
import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import type { WantedEndpoints } from '../contract.ts';

/** The wanted entries of a user with their alerts. */
export const wantedQuery = (transport: Transport, userId: string) =>
  queryOptions({
    queryKey: ['wanted', 'list', userId] as const,
    queryFn: ({ signal }) => apiClient<WantedEndpoints>(transport).call('GET /api/wanted', {}, { signal }),
  });

/** How many students want an ISBN of these courses; null for none. */
export const studentsQuery = (transport: Transport, isbn: string | null, codes: readonly string[]) => {
  const courses = codes.length === 0 ? undefined : codes.join();
  return queryOptions({
    queryKey: ['wanted', 'students', isbn, courses] as const,
    queryFn: async ({ signal }) => {
      const query = { isbn: isbn!, courses };
      return (
        await apiClient<WantedEndpoints>(transport).call('GET /api/wanted/students', { query }, { signal })
      ).students;
    },
    enabled: isbn !== null,
    retry: false,
  });
};

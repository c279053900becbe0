import { queryOptions } from '@tanstack/react-query';
import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import type { IdentityEndpoints } from '../../contract.ts';

/** The user's sessions. */
export const ownSessionsQuery = (transport: Transport, userId: string) =>
  queryOptions({
    queryKey: ['own-sessions', userId],
    queryFn: ({ signal }) =>
      apiClient<IdentityEndpoints>(transport).call('GET /api/users/me/sessions', {}, { signal }),
  });

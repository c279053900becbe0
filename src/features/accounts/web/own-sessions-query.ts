import { queryOptions } from '@tanstack/react-query';
import { client, type Transport } from '#platform/shared/contract.ts';
import type { IdentityCalls } from '../contract.ts';

/** Where the person is signed in. */
export const ownSessionsQuery = (transport: Transport, userId: string) =>
  queryOptions({
    queryKey: ['own-sessions', userId],
    queryFn: ({ signal }) =>
      client<IdentityCalls>(transport).call('GET /api/users/me/sessions', {}, { signal }),
  });

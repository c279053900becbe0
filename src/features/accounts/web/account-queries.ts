import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import type { AccountEndpoints, IdentityEndpoints } from '../contract.ts';

export const passkeysQuery = (transport: Transport, userId: string) => ({
  queryKey: ['accounts', 'passkeys', userId],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    apiClient<IdentityEndpoints>(transport).call('GET /api/users/me/passkeys', {}, { signal }),
});

/** How the user confirms what cannot be undone. */
export const confirmationQuery = (transport: Transport) => ({
  queryKey: ['accounts', 'removal'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    apiClient<AccountEndpoints>(transport).call('GET /api/users/me/removal', {}, { signal }),
});

import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import type { IdentityEndpoints } from '../../contract.ts';

/** The user's own passkeys. */
export const passkeysQuery = (transport: Transport, userId: string) => ({
  queryKey: ['accounts', 'passkeys', userId],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    apiClient<IdentityEndpoints>(transport).call('GET /api/users/me/passkeys', {}, { signal }),
});

import { queryOptions } from '@tanstack/react-query';
import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import { pagedQuery } from '#platform/web/paged-query.ts';
import type { PaymentEndpoints } from '../contract.ts';

/** The payment provider; null if nothing is sold. */
export const paymentProviderQuery = (transport: Transport) =>
  queryOptions({
    queryKey: ['payments', 'provider'] as const,
    queryFn: async ({ signal }) =>
      (await apiClient<PaymentEndpoints>(transport).call('GET /api/payments/provider', {}, { signal }))
        .provider,
  });

/** The user's purchases, newest first. */
export const paymentsQuery = (transport: Transport, userId: string) =>
  pagedQuery({
    queryKey: ['payments', 'list', userId] as const,
    fetchPage: (page, options) =>
      apiClient<PaymentEndpoints>(transport).page(
        'GET /api/payments',
        { query: { limit: 5, ...page } },
        options,
      ),
    // A webhook may have changed them since.
    refetchOnMount: 'always',
  });

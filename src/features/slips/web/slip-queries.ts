import { queryOptions } from '@tanstack/react-query';
import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import type { SellerSlip, ShortAddress, Slip, SlipEndpoints } from '../contract.ts';

/** The prefetched result where there is nothing, so that the browser does not request it again. */
export const absentSlip = null;

export const slipQuery = (transport: Transport, id: string) =>
  queryOptions({
    queryKey: ['slips', 'book', id] as const,
    queryFn: ({ signal }): Promise<Slip | typeof absentSlip> =>
      apiClient<SlipEndpoints>(transport).call('GET /api/books/:id/slip', { params: { id } }, { signal }),
  });

export const sellerSlipsQuery = (transport: Transport, id: string) =>
  queryOptions({
    queryKey: ['slips', 'seller', id] as const,
    queryFn: ({ signal }): Promise<SellerSlip[] | typeof absentSlip> =>
      apiClient<SlipEndpoints>(transport).call('GET /api/users/:id/slips', { params: { id } }, { signal }),
  });

export const shortAddressQuery = (transport: Transport, code: string) =>
  queryOptions({
    queryKey: ['slips', 'address', code] as const,
    queryFn: ({ signal }): Promise<ShortAddress | typeof absentSlip> =>
      apiClient<SlipEndpoints>(transport).call(
        'GET /api/short-addresses/:code',
        { params: { code } },
        { signal },
      ),
  });

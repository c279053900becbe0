import { infiniteQueryOptions } from '@tanstack/react-query';
import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import type { BookEndpoints } from '../../contract.ts';

/** A user's listings as others see them. The key makes changed listings show as in all public lists. */
export const sellerListingsQuery = (transport: Transport, sellerId: string) =>
  infiniteQueryOptions({
    queryKey: ['books', 'list', { sellerId }] as const,
    queryFn: ({ pageParam, signal }) =>
      apiClient<BookEndpoints>(transport).page(
        'GET /api/users/:id/books',
        { params: { id: sellerId }, query: pageParam === null ? {} : { cursor: pageParam } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  });

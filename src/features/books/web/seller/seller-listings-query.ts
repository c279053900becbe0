import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import { pagedQuery } from '#platform/web/paged-query.ts';
import type { BookEndpoints } from '../../contract.ts';

/** A user's listings as others see them. The key makes changed listings show as in all public lists. */
export const sellerListingsQuery = (transport: Transport, sellerId: string) =>
  pagedQuery({
    queryKey: ['books', 'list', { sellerId }] as const,
    fetchPage: (page, options) =>
      apiClient<BookEndpoints>(transport).page(
        'GET /api/users/:id/books',
        { params: { id: sellerId }, query: page },
        options,
      ),
  });

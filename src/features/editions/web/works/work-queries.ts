import { queryOptions } from '@tanstack/react-query';
import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import type { EditionEndpoints } from '../../contract.ts';

/** Available listings of the other editions of an ISBN. */
export const otherListingsQuery = (transport: Transport, isbn: string) =>
  queryOptions({
    queryKey: ['works', isbn, 'other-listings'] as const,
    queryFn: ({ signal }) =>
      apiClient<EditionEndpoints>(transport).call(
        'GET /api/works/:isbn/other-listings',
        { params: { isbn } },
        { signal },
      ),
  });

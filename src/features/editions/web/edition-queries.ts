import { queryOptions } from '@tanstack/react-query';
import type { BookEndpoints } from '#features/books/contract.ts';
import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import { ApiError } from '#platform/web/transport.ts';
import type { EditionEndpoints } from '../contract.ts';

/** The facts of an ISBN of 13 digits; null: no source knows it. */
export const editionQuery = (transport: Transport, isbn: string) =>
  queryOptions({
    queryKey: ['editions', isbn] as const,
    queryFn: ({ signal }) =>
      apiClient<EditionEndpoints>(transport)
        .call('GET /api/editions/:isbn', { params: { isbn } }, { signal })
        .catch((error: unknown) => {
          if (error instanceof ApiError && error.status === 404) return null;
          throw error;
        }),
    // The form works without the facts, so a failure is shown at once, also without a connection.
    retry: false,
    networkMode: 'always',
    staleTime: Infinity,
  });

/** The id of the user's own active listing of an ISBN; null: there is none. */
export const ownListingQuery = (transport: Transport, userId: string, isbn: string) =>
  queryOptions({
    queryKey: ['editions', isbn, 'own-listing', userId] as const,
    queryFn: async ({ signal }) => {
      const { items } = await apiClient<BookEndpoints>(transport).page(
        'GET /api/books',
        { query: { search: isbn, limit: 100 } },
        { signal },
      );
      return items.find((book) => book.isbn === isbn && book.sellerId === userId)?.id ?? null;
    },
    retry: false,
    // A listing may have been posted a moment ago.
    staleTime: 0,
  });

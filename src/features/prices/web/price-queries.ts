import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Condition } from '#features/books/rules.ts';
import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import type { PriceEndpoints } from '../contract.ts';

type Compared = { isbn: string; condition: Condition; bookId?: string | undefined };

/** What copies of an ISBN of 13 digits cost; null: too few are known. */
export const priceGuidanceQuery = (transport: Transport, { isbn, condition, bookId }: Compared) =>
  queryOptions({
    queryKey: ['price-guidance', isbn, bookId ?? null, condition] as const,
    queryFn: ({ signal }) =>
      apiClient<PriceEndpoints>(transport).call(
        'GET /api/price-guidance',
        { query: { isbn, condition, ...(bookId !== undefined && { bookId }) } },
        { signal },
      ),
    // Another condition changes numbers in their place. Another ISBN is another book.
    placeholderData: (data, before) => (before?.queryKey[1] === isbn ? keepPreviousData(data) : undefined),
    // The form works without: nothing is repeated, and no error is shown.
    retry: false,
  });

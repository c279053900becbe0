import { queryOptions } from '@tanstack/react-query';
import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import { pagedQuery } from '#platform/web/paged-query.ts';
import type { ReviewEndpoints } from '../contract.ts';

const api = apiClient<ReviewEndpoints>;

/**
 * The parent key of what a user may review. It extends the key of trades, so that the answer to a question about
 * a sale refetches it: the socket may not be connected yet.
 */
export const reviewRequestsKey = ['trades', 'review-requests'] as const;

/** Further questions come once these are done. */
const MAX_SHOWN_REQUESTS = 3;

/** The latest sales that the current user may review; `bookId`: the one of a listing. */
export const reviewRequestsQuery = (transport: Transport, bookId?: string) =>
  queryOptions({
    queryKey: [...reviewRequestsKey, bookId ?? 'all'] as const,
    queryFn: ({ signal }) =>
      api(transport).call(
        'GET /api/users/me/review-requests',
        { query: { limit: MAX_SHOWN_REQUESTS, ...(bookId !== undefined && { bookId }) } },
        { signal },
      ),
    // Time ends a request: no message says so.
    refetchOnMount: 'always',
  });

/** The number on the first page; the profile shows that there are more. */
const REVIEWS_PER_PAGE = 3;

export const reviewsKey = ['reviews'] as const;

/** The public reviews about a user, the newest first. */
export const reviewsQuery = (transport: Transport, userId: string) =>
  pagedQuery({
    queryKey: [...reviewsKey, userId] as const,
    fetchPage: (page, options) =>
      api(transport).page(
        'GET /api/users/:id/reviews',
        {
          params: { id: userId },
          query: { ...(page.cursor === undefined && { limit: REVIEWS_PER_PAGE }), ...page },
        },
        options,
      ),
    refetchOnMount: 'always',
  });

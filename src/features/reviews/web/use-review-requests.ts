import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLiveMessage } from '#features/live/web/public.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { reviewRequestsKey, reviewRequestsQuery } from './review-queries.ts';

/** What the current user may review now; `bookId`: of this listing. It follows sales while it is shown. */
export function useReviewRequests({ bookId, enabled = true }: { bookId?: string; enabled?: boolean } = {}) {
  const queries = useQueryClient();
  useLiveMessage('conversation', ({ conversation }) => {
    if (conversation.book.state !== 'sold' && conversation.book.state !== 'gone') return;
    if (bookId === undefined || conversation.bookId === bookId)
      void queries.invalidateQueries({ queryKey: reviewRequestsKey });
  });
  return useQuery({ ...reviewRequestsQuery(useTransport(), bookId), enabled });
}

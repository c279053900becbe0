import { useQueryClient } from '@tanstack/react-query';
import { useLiveMessage } from '#features/live/web/public.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { booksOfUserQuery } from './book-queries.ts';
import type { BookPages } from './listing-cache.ts';
import { ownBookMutation } from './use-own-book-actions.ts';

/** Fetches the listings of an open profile again when one of them was changed, as by a boost in another tab. */
export function useLiveListings(sellerId: string): void {
  const queries = useQueryClient();
  const { queryKey } = booksOfUserQuery(useTransport(), sellerId);
  useLiveMessage('book', ({ bookId }) => {
    // A pending mutation refetches the list at its end; an earlier response would lack its change.
    if (queries.isMutating({ mutationKey: ownBookMutation }) > 0) return;
    const lists = queries.getQueriesData<BookPages>({ queryKey });
    const items = lists.flatMap(([, list]) => list?.pages.flatMap((page) => page.items) ?? []);
    if (items.some(({ id }) => id === bookId)) void queries.invalidateQueries({ queryKey });
  });
}

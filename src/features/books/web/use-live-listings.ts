import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useLiveMessage } from '#features/live/web/public.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import type { Transport } from '#platform/shared/define-endpoints.ts';
import { booksOfUserQuery } from './book-queries.ts';
import type { BookPages } from './listing-cache.ts';
import { ownBookMutation } from './use-own-book-actions.ts';

/** Fetches the listings of an open profile again when one of them has changed. */
export function useLiveListings(sellerId: string): void {
  const queries = useQueryClient();
  const transport = useTransport();
  useLiveMessage('book', ({ bookId }) => void refetchOwnBook(queries, transport, { sellerId, bookId }));
}

/** Refetches the seller's list if a listing in it was changed elsewhere, as by a boost in another tab. */
async function refetchOwnBook(
  queries: QueryClient,
  transport: Transport,
  { sellerId, bookId }: { sellerId: string; bookId: string },
): Promise<void> {
  // A pending mutation refetches the list at its end; an earlier response would lack its change.
  if (queries.isMutating({ mutationKey: ownBookMutation }) > 0) return;
  const { queryKey } = booksOfUserQuery(transport, sellerId);
  const lists = queries.getQueriesData<BookPages>({ queryKey });
  const items = lists.flatMap(([, list]) => list?.pages.flatMap((page) => page.items) ?? []);
  if (items.some(({ id }) => id === bookId)) await queries.invalidateQueries({ queryKey });
}

import type { QueryClient } from '@tanstack/react-query';
import type { Transport } from '#platform/shared/define-endpoints.ts';
import { booksOfUserQuery } from './book-queries.ts';
import type { BookPages } from './listing-cache.ts';
import { ownBookMutation } from './use-own-book-actions.ts';

/**
 * Handles a change of an own listing from outside this page, such as a boost that was paid in another tab:
 * refetches the seller's list if it shows the listing.
 */
export async function refetchOwnBook(
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

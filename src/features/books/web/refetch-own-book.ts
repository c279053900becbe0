import type { QueryClient } from '@tanstack/react-query';
import type { Transport } from '#platform/shared/define-endpoints.ts';
import { booksOfUserQuery } from './book-queries.ts';
import { ownBookMutation } from './use-listing-actions.ts';

/**
 * A listing has changed by something else than its seller's buttons here, such as a boost that was paid in another tab: the seller's
 * list is fetched again where it shows that one.
 */
export async function refetchOwnBook(
  queries: QueryClient,
  transport: Transport,
  { sellerId, bookId }: { sellerId: string; bookId: string },
): Promise<void> {
  // What is under way shows already, the answer would lack it, and the list is fetched when it is done.
  if (queries.isMutating({ mutationKey: ownBookMutation }) > 0) return;
  const { queryKey } = booksOfUserQuery(transport, sellerId);
  const items = queries.getQueryData(queryKey)?.pages.flatMap((page) => page.items) ?? [];
  if (items.some(({ id }) => id === bookId)) await queries.invalidateQueries({ queryKey });
}

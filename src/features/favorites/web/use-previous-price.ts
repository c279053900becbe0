import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Book } from '#features/books/contract.ts';
import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { useIsFavorite } from './favorite-button.tsx';
import type { FavoriteEndpoints } from '../contract.ts';

/** What a listing cost before: as its page says, else what the user knew when they saved it. */
export function usePreviousPrice(book: Book): number | null {
  const isFavorite = useIsFavorite(book.id) ?? false;
  const { data } = useQuery({
    ...previousPriceQuery(useTransport(), book),
    enabled: isFavorite && book.isActive && book.previousPrice === null,
  });
  return book.previousPrice ?? (isFavorite ? (data ?? null) : null);
}

/** What a saved book cost before, for the user who saved it; null: no less. Of its present price alone. */
const previousPriceQuery = (transport: Transport, { id, price }: { id: string; price: number }) =>
  queryOptions({
    queryKey: ['favorites', 'previous-price', id, price] as const,
    queryFn: async ({ signal }): Promise<number | null> => {
      const client = apiClient<FavoriteEndpoints>(transport);
      const [saved] = await client.call('GET /api/favorites', { query: { bookId: id } }, { signal });
      return saved?.book?.previousPrice ?? null;
    },
  });

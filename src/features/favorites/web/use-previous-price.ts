import { useQuery } from '@tanstack/react-query';
import type { Book } from '#features/books/contract.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { useIsFavorite } from './favorite-button.tsx';
import { previousPriceQuery } from './favorite-queries.ts';

/** What a listing cost before: as its page says, else what the user knew when they saved it. */
export function usePreviousPrice(book: Book): number | null {
  const isFavorite = useIsFavorite(book.id) ?? false;
  const { data } = useQuery({
    ...previousPriceQuery(useTransport(), book),
    enabled: isFavorite && book.isActive && book.previousPrice === null,
  });
  return book.previousPrice ?? (isFavorite ? (data ?? null) : null);
}

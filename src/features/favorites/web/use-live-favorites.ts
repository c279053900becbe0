import { useQueryClient } from '@tanstack/react-query';
import { useRefetchWhenMissed } from '#features/live/web/public.ts';
import { useChangedBooks } from '#features/books/web/public.ts';
import { invalidateFavoriteBook, invalidateFavorites } from './favorite-cache.ts';

/**
 * Fetches favorites again when the socket says that their book has changed, or that it may have missed
 * changes.
 */
export function useLiveFavorites(): void {
  const queries = useQueryClient();
  useChangedBooks((bookId) => void invalidateFavoriteBook(queries, bookId));
  useRefetchWhenMissed(() => void invalidateFavorites(queries));
}

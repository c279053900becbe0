import { useQueryClient } from '@tanstack/react-query';
import { useRefetchWhenMissed } from '#features/live/web/public.ts';
import { useChangedBooks } from '#features/books/web/public.ts';
import { invalidateFavoriteBook, invalidateFavorites } from './favorite-cache.ts';

/** Fetches favorites again when their book has changed, or when changes may have been missed. */
export function useLiveFavorites(): void {
  const queries = useQueryClient();
  useChangedBooks((bookId) => void invalidateFavoriteBook(queries, bookId));
  useRefetchWhenMissed(() => void invalidateFavorites(queries));
}

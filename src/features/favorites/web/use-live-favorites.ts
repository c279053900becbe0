import { useQueryClient } from '@tanstack/react-query';
import { useChangedBooks } from '#features/books/web/public.ts';
import { invalidateFavoriteBook } from './favorite-cache.ts';

/** Fetches shown favorites again when the socket says that their book has changed. */
export function useLiveFavorites(): void {
  const queries = useQueryClient();
  useChangedBooks((bookId) => void invalidateFavoriteBook(queries, bookId));
}

import { useQueryClient } from '@tanstack/react-query';
import { findCachedBook } from '#features/books/web/public.ts';
import { useLiveMessage, useRefetchWhenMissed } from '#features/live/web/public.ts';
import { profilesKey } from './profile-queries.ts';

/** Fetches a shown profile again when a listing of the user changes, as a sale does. */
export function useLiveProfile(userId: string): void {
  const queries = useQueryClient();
  const refetch = () => void queries.invalidateQueries({ queryKey: [...profilesKey, 'one', userId] });
  // The profile is refetched at once: a sold listing soon leaves the cached lists.
  useLiveMessage('book', ({ bookId }) => {
    if (findCachedBook(queries, bookId)?.sellerId === userId) refetch();
  });
  useRefetchWhenMissed(refetch);
}

import { useQueryClient } from '@tanstack/react-query';
import { useRefetchWhenMissed } from '#features/live/web/public.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { invalidateBooks, refetchBook } from './invalidate-books.ts';
import { useChangedBooks } from './use-changed-books.ts';

/**
 * Fetches shown books again when the socket says that they have changed, or that it may have missed changes.
 */
export function useLiveBooks(): void {
  const queries = useQueryClient();
  const transport = useTransport();
  useChangedBooks((bookId) => void refetchBook(queries, transport, bookId));
  useRefetchWhenMissed(() => void invalidateBooks(queries));
}

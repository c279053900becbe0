import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLiveMessage } from '#features/live/web/public.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { invalidateBooks, refetchBook } from './invalidate-books.ts';
import { useChangedBooks } from './use-changed-books.ts';

/** All browsers that lost the connection at the same moment fetch again within this time. */
const REFETCH_JITTER_MS = 5_000;

/**
 * Fetches shown books again when the socket says that they have changed, or that it may have missed changes.
 */
export function useLiveBooks(): void {
  const queries = useQueryClient();
  const transport = useTransport();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useChangedBooks((bookId) => void refetchBook(queries, transport, bookId));
  useLiveMessage('missed', () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void invalidateBooks(queries), Math.random() * REFETCH_JITTER_MS);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
}

import { useQueryClient } from '@tanstack/react-query';
import { useLiveMessage } from '#features/live/web/public.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { refetchOwnBook } from './refetch-own-book.ts';

/** Fetches the listings of an open profile again when one of them has changed. */
export function useLiveListings(sellerId: string): void {
  const queries = useQueryClient();
  const transport = useTransport();
  useLiveMessage('book', ({ bookId }) => void refetchOwnBook(queries, transport, { sellerId, bookId }));
}

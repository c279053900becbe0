import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { refetchOwnBook } from '#features/books/web/refetch-own-book.ts';
import { useLive } from '#features/conversations/web/public.ts';
import { useTransport } from '#platform/web/transport-context.tsx';

/** Keeps the listings of an open profile as they are. */
export function useLiveListings(sellerId: string): void {
  const queries = useQueryClient();
  const transport = useTransport();
  const live = useLive();
  useEffect(
    () =>
      live.onChange((change) => {
        if (change.type === 'book')
          void refetchOwnBook(queries, transport, { sellerId, bookId: change.bookId });
      }),
    [live, queries, transport, sellerId],
  );
}

/** Listens to the socket saying that something about the person has changed. */
export function useOnUserChanged(): (listener: () => void) => () => void {
  const live = useLive();
  return useCallback(
    (listener) => live.onChange((change) => void (change.type === 'user' && listener())),
    [live],
  );
}

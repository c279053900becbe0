import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSessionActions } from '#features/accounts/web/public.ts';
import { refetchBook, invalidateBooks } from '#features/books/web/public.ts';
import { useLive } from '#features/conversations/web/public.ts';
import { invalidateFavoriteBook } from '#features/favorites/web/public.ts';
import { useTransport } from '#platform/web/transport-context.tsx';

/** Milliseconds over which everybody who was cut off at the same moment looks again. */
const REFETCH_JITTER_MS = 5_000;

/** What the socket says has changed is fetched again where it is shown; what it could not say meanwhile, after a reconnect. */
export function useLiveInvalidation(): void {
  const queries = useQueryClient();
  const transport = useTransport();
  const live = useLive();
  const { update } = useSessionActions();
  useEffect(() => {
    let connected = false;
    let lost = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // (The person is looked at again by the socket's own 'user'.)
    const lookAgain = () => void invalidateBooks(queries);
    const lookAgainSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(lookAgain, Math.random() * REFETCH_JITTER_MS);
    };
    const follow = (isConnected: boolean) => {
      if (connected && !isConnected) lost = true;
      else if (!connected && isConnected && lost) {
        lost = false;
        lookAgainSoon();
      }
      connected = isConnected;
    };
    const ends = [
      live.onChange((change) => {
        if (change.type === 'user') return void update();
        if (change.type === 'missed') return lookAgainSoon();
        void refetchBook(queries, transport, change.bookId);
        void invalidateFavoriteBook(queries, change.bookId);
      }),
      live.subscribe(() => follow(live.current().connected)),
    ];
    return () => {
      clearTimeout(timer);
      for (const end of ends) end();
    };
  }, [live, queries, transport, update]);
}

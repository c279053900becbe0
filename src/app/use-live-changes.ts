import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSessionActions } from '#features/accounts/web/public.ts';
import { bookChangedElsewhere, booksMayHaveChanged } from '#features/books/web/public.ts';
import { useLive } from '#features/conversations/web/public.ts';
import { favoriteBookHasChanged } from '#features/favorites/web/public.ts';
import { useTransport } from '#platform/web/transport-context.tsx';

/** Milliseconds over which everybody who was cut off at the same moment looks again. */
const spread = 5_000;

/** What the socket says has changed is fetched again where it is shown; what it could not say meanwhile, after a reconnect. */
export function useLiveChanges(): void {
  const queries = useQueryClient();
  const transport = useTransport();
  const live = useLive();
  const { update } = useSessionActions();
  useEffect(() => {
    let connected = false;
    let lost = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // (The person is looked at again by the socket's own 'user'.)
    const lookAgain = () => void booksMayHaveChanged(queries);
    const lookAgainSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(lookAgain, Math.random() * spread);
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
        void bookChangedElsewhere(queries, transport, change.bookId);
        void favoriteBookHasChanged(queries, change.bookId);
      }),
      live.subscribe(() => follow(live.current().connected)),
    ];
    return () => {
      clearTimeout(timer);
      for (const end of ends) end();
    };
  }, [live, queries, transport, update]);
}

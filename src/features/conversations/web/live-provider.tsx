import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { useCurrentUserId, useSession, useTokenSource } from '#features/accounts/web/public.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { conversationsQuery } from './conversation-list-query.ts';
import { type LiveState, LiveStore } from './sync/live-store.ts';

const LiveContext = createContext<LiveStore | null>(null);

/** While somebody is signed in, keeps a socket open and what it brings. Its working parts come in a chunk of their own. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const [store] = useState(() => new LiveStore());
  const queries = useQueryClient();
  const transport = useTransport();
  const tokens = useTokenSource();
  const userId = useCurrentUserId();
  useEffect(() => {
    if (userId === null) return;
    let ended = false;
    const begin = async () => {
      const { startLiveSession } = await import('./sync/live-session.ts');
      if (!ended) store.begin(startLiveSession({ store, queries, transport, tokens, userId }));
    };
    // A chunk that cannot be fetched leaves the product without a socket, not without its screens.
    begin().catch(() => {});
    return () => {
      ended = true;
      store.end();
    };
  }, [store, queries, transport, tokens, userId]);
  return <LiveContext value={store}>{children}</LiveContext>;
}

export function useLive(): LiveStore {
  const store = useContext(LiveContext);
  if (store === null) throw new Error('There is no LiveProvider around this component');
  return store;
}

const whileRendering = new LiveStore().current();

/** A part of what is going on; `choose` must return a part as it is, not make a new one. */
export function useLiveState<T>(choose: (state: LiveState) => T): T {
  const store = useLive();
  return useSyncExternalStore(
    store.subscribe,
    () => choose(store.current()),
    () => choose(whileRendering),
  );
}

/** How many messages wait to be read; 0 for nobody. */
export function useUnreadCount(): number {
  const transport = useTransport();
  const isSignedIn = useSession().status === 'signed-in';
  const { data } = useInfiniteQuery({ ...conversationsQuery(transport), enabled: isSignedIn });
  if (!isSignedIn) return 0;
  return (data?.pages ?? []).reduce(
    (sum, page) => sum + page.items.reduce((of, one) => of + (one.youBlocked ? 0 : one.unreadCount), 0),
    0,
  );
}

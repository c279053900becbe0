import { useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
} from 'react';
import { useTransport } from '#platform/web/transport-context.tsx';
import type { TokenSource } from '#platform/web/transport.ts';
import type { ServerMessage, ServerMessageType } from '../contract.ts';
import { beginSession } from './begin-session.ts';
import type { LiveSessionOptions } from './live-session.ts';
import { type LiveSession, LiveStore } from './live-store.ts';

const LiveContext = createContext<LiveStore | null>(null);

type LiveProviderProps = {
  userId: string | null;
  tokens: TokenSource;
  /** Loads what starts the session, with all features of the product. Always the same function. */
  load: () => Promise<(options: LiveSessionOptions) => LiveSession>;
  children: ReactNode;
};

/** Keeps a socket open while a user is signed in. */
export function LiveProvider({ userId, tokens, load, children }: LiveProviderProps) {
  const [live] = useState(() => new LiveStore());
  const queries = useQueryClient();
  const transport = useTransport();
  useEffect(() => {
    if (userId === null) return;
    return beginSession(live, userId, async () => {
      const start = await load();
      return () => start({ live, queries, transport, tokens, userId });
    });
  }, [live, queries, transport, tokens, userId, load]);
  return <LiveContext value={live}>{children}</LiveContext>;
}

export function useLive(): LiveStore {
  const live = useContext(LiveContext);
  if (live === null) throw new Error('There is no LiveProvider around this component');
  return live;
}

/** Whether the socket is connected; false while the server renders. */
export function useIsConnected(): boolean {
  const live = useLive();
  return useSyncExternalStore(live.onConnectionChange, live.isConnected, () => false);
}

/** Calls the handler for each message of a type while the component is mounted. */
export function useLiveMessage<T extends ServerMessageType>(
  type: T,
  handler: (message: ServerMessage<T>) => void,
): void {
  const live = useLive();
  const onMessage = useEffectEvent(handler);
  useEffect(() => live.on(type, (message) => onMessage(message)), [live, type]);
}

/** All browsers that lost the connection at the same moment fetch again within this time. */
const REFETCH_JITTER_MS = 5_000;

/** Calls the handler a while after events were missed. For components that live as long as the page. */
export function useRefetchWhenMissed(handler: () => void): void {
  useLiveMessage('missed', () => {
    setTimeout(handler, Math.random() * REFETCH_JITTER_MS);
  });
}

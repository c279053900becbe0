import type { QueryClient } from '@tanstack/react-query';
import { refetchCutOffQueries } from '#platform/web/retry-after-outages.ts';
import type { Transport } from '#platform/shared/define-endpoints.ts';
import type { TokenSource } from '#platform/web/transport.ts';
import type { ClientMessage } from '../contract.ts';
import { LiveSocket } from './live-socket.ts';
import type { LiveSession, LiveStore } from './live-store.ts';

export type LiveSessionOptions = {
  live: LiveStore;
  queries: QueryClient;
  transport: Transport;
  tokens: TokenSource;
  userId: string;
};

/** What a feature works with while a user is signed in. */
export type LiveFeatureContext = Pick<LiveSessionOptions, 'live' | 'queries' | 'transport' | 'userId'> & {
  isConnected: () => boolean;
  /** False when the socket is not connected. */
  send: (message: ClientMessage) => boolean;
};

type LiveFeatureSession = {
  /** Called when the socket is authenticated; `missed` is emitted first after a reconnect. */
  onConnected?: (connection: { isReconnect: boolean }) => void;
  onDisconnected?: () => void;
  stop: () => void;
};

/** Registers the listeners of a feature for messages, and returns what else it does with the connection. */
export type LiveFeature = (context: LiveFeatureContext) => LiveFeatureSession;

/**
 * Opens the socket of the signed-in user and connects the features to it. After a reconnect events have been missed,
 * so `missed` goes to its listeners (`useLiveMessage('missed', …)`), as it does after a gap on the server: each
 * fetches again what it shows. Then `onConnected` of the features: conversations send what waits and ask for newer
 * messages (`conversations/web/sync/messaging-session.ts`).
 */
export function startLiveSession(
  { live, tokens, ...options }: LiveSessionOptions,
  startFeatures: readonly LiveFeature[],
): LiveSession {
  const socket = new LiveSocket({
    url: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`,
    tokens,
    onMessage: (message) => live.emit(message),
    onConnectionChange: (isConnected) => (isConnected ? onConnected() : onDisconnected()),
    onAttemptFailed: () => live.noteFailedAttempt(),
  });
  const send = (message: ClientMessage) => socket.send(message);
  const context = { ...options, live, send, isConnected: () => socket.isConnected };
  const features = startFeatures.map((start) => start(context));

  function onConnected(): void {
    const isReconnect = live.setConnected(true);
    if (isReconnect) live.emit({ type: 'missed' });
    for (const feature of features) feature.onConnected?.({ isReconnect });
    // The server may have been away.
    void refetchCutOffQueries(options.queries);
  }
  function onDisconnected(): void {
    live.setConnected(false);
    for (const feature of features) feature.onDisconnected?.();
  }

  return {
    send,
    stop() {
      for (const feature of features) feature.stop();
      socket.stop();
    },
  };
}

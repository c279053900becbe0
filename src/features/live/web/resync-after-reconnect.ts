import type { LiveStore } from './live-store.ts';

type ConnectionListener = { onConnected?: (connection: { isReconnect: boolean }) => void };

/**
 * What happens when the socket has connected. After a reconnect events have been missed, so `missed` goes to
 * its listeners (`live.on('missed', …)`, `useLiveMessage('missed', …)`), as it does after a gap on the
 * server. Each fetches again what it shows. Then the features hear of the connection: conversations send
 * what waits and ask for newer messages (`conversations/web/sync/messaging-session.ts`).
 */
export function resyncAfterReconnect(live: LiveStore, features: readonly ConnectionListener[]): void {
  const isReconnect = live.setConnected(true);
  if (isReconnect) live.emit({ type: 'missed' });
  for (const feature of features) feature.onConnected?.({ isReconnect });
}

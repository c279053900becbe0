import { useLiveMessage } from './use-live-message.ts';

/** All browsers that lost the connection at the same moment fetch again within this time. */
const REFETCH_JITTER_MS = 5_000;

/**
 * Calls the handler after events were missed, at a moment that differs between browsers. For components that
 * live as long as the page: the handler may be called after others have left it.
 */
export function useRefetchWhenMissed(handler: () => void): void {
  useLiveMessage('missed', () => {
    setTimeout(handler, Math.random() * REFETCH_JITTER_MS);
  });
}

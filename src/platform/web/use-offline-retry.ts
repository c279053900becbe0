import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useOnline } from './use-online.ts';

type Asked = { isPending: boolean; isPlaceholderData: boolean; failureCount: number };

/** Offline without cached data: retries everything on the page, for a message instead of an endless skeleton. */
export function useOfflineRetry(...asked: readonly Asked[]): (() => void) | null {
  const queries = useQueryClient();
  const online = useOnline();
  const missing = asked.some(
    ({ isPending, isPlaceholderData, failureCount }) => (isPending || isPlaceholderData) && failureCount > 0,
  );
  return !online && missing ? () => void refetchFailed(queries) : null;
}

/** A paused query does not react to a refetch, so it is canceled first. */
async function refetchFailed(queries: QueryClient): Promise<void> {
  const waiting = queries
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ state }) => state.fetchFailureCount > 0 });
  await Promise.all(waiting.map((query) => query.cancel({ revert: true, silent: true })));
  // A failure shows its own message.
  for (const query of waiting) query.fetch().catch(() => {});
}

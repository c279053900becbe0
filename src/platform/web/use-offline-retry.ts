import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useOnline } from './use-online.ts';

type Asked = { isPending: boolean; isPlaceholderData: boolean; failureCount: number };

/**
 * Not null where there is no connection and the device has not kept what is asked for: instead of a skeleton that stands for ever
 * the reader is told, and can have everything on the screen tried again at once. With the connection it comes by itself.
 */
export function useOfflineRetry(...asked: readonly Asked[]): (() => void) | null {
  const queries = useQueryClient();
  const online = useOnline();
  const missing = asked.some(
    ({ isPending, isPlaceholderData, failureCount }) => (isPending || isPlaceholderData) && failureCount > 0,
  );
  return !online && missing ? () => void refetchFailed(queries) : null;
}

/** What waits for the connection is not moved by being asked for: it is given up first. */
async function refetchFailed(queries: QueryClient): Promise<void> {
  const waiting = queries
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ state }) => state.fetchFailureCount > 0 });
  await Promise.all(waiting.map((query) => query.cancel({ revert: true, silent: true })));
  // What fails again says so itself.
  for (const query of waiting) query.fetch().catch(() => {});
}

import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Fetches a query again after an event. A response on its way may be older than the event, and is not used.
 * A first response is awaited, so that a burst of events does not delay it.
 */
export async function fetchAgain(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  const query = queries.getQueryCache().find({ queryKey });
  const isFetching = query?.state.fetchStatus === 'fetching';
  const isFirst = isFetching && query.state.data === undefined;
  if (isFirst) await query.promise?.catch(() => {});
  await queries.invalidateQueries(
    { queryKey, exact: true, refetchType: isFetching ? 'all' : 'active' },
    { cancelRefetch: !isFirst },
  );
}

import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Fetches again after an event, and drops a response on its way, which may be older, except a first one. */
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

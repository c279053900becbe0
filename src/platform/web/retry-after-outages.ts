import type { Query, QueryClient } from '@tanstack/react-query';
import { isOutage } from './mutations/resent-mutation.ts';
import { RetryBackoff } from './retry-backoff.ts';
import { ApiError } from './transport.ts';

const isCutOff = ({ state }: Query): boolean => state.status === 'error' && isOutage(state.error);

/** Fetches what is shown and could not be fetched, because the server was away. */
export const refetchCutOffQueries = (queries: QueryClient): Promise<void> =>
  queries.refetchQueries({ type: 'active', predicate: isCutOff }, { cancelRefetch: false });

/** Fetches what is shown after an outage: after growing pauses, or when the page becomes visible. */
export function retryAfterOutages(queries: QueryClient): void {
  const backoff = new RetryBackoff();
  const cache = queries.getQueryCache();
  let isWaiting = false;
  const schedule = (cutOff: readonly Query[]) => {
    const retryAfter = cutOff.map(
      ({ state: { error } }) => (error instanceof ApiError && error.retryAfter) || 0,
    );
    isWaiting = true;
    backoff.schedule(() => void retry(), Math.max(...retryAfter) * 1000);
  };
  const retry = async () => {
    if (document.visibilityState === 'visible') await refetchCutOffQueries(queries);
    isWaiting = false;
    const cutOff = cache.findAll({ type: 'active', predicate: isCutOff });
    if (cutOff.length > 0) schedule(cutOff);
    else backoff.reset();
  };
  if (cache.findAll({ type: 'active', predicate: isCutOff }).length > 0) void retry();
  cache.subscribe(({ type, query }) => {
    if (type === 'updated' && !isWaiting && isCutOff(query) && query.isActive()) schedule([query]);
  });
}

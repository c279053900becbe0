import type { LiveFeature } from '#features/live/web/lazy.ts';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import type { PriceEndpoints } from '../contract.ts';
import { priceNoticesKey } from './price-notices-query.ts';

/** Fetches the lower prices of saved books, now and whenever the server reports a change. */
export const followPrices: LiveFeature = ({ live, queries, transport }) => {
  const fetch = async () =>
    queries.setQueryData(
      priceNoticesKey,
      await apiClient<PriceEndpoints>(transport).call('GET /api/price-notices'),
    );
  // There is no dot without them; the next change fetches again.
  const refetch = () => void fetch().catch(() => {});
  const ends = [live.on('prices', refetch), live.on('missed', refetch)];
  refetch();
  return {
    stop: () => {
      for (const end of ends) end();
      queries.removeQueries({ queryKey: priceNoticesKey });
    },
  };
};

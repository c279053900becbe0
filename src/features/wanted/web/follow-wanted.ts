import type { LiveFeature } from '#features/live/web/lazy.ts';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import type { WantedEndpoints } from '../contract.ts';
import { unseenAlertsKey } from './unseen-alerts.ts';

/** Counts the unseen alerts of the signed-in user, now and whenever the server reports a change. */
export const followWanted: LiveFeature = ({ live, queries, transport }) => {
  const count = async () => {
    const api = apiClient<WantedEndpoints>(transport);
    const { unseen } = await api.call('GET /api/wanted/unseen');
    queries.setQueryData(unseenAlertsKey, unseen);
  };
  // There is no dot without the number; the next change counts again.
  const recount = () => void count().catch(() => {});
  const refetch = () => {
    recount();
    void queries.invalidateQueries({ queryKey: ['wanted', 'list'] });
  };
  const ends = [live.on('wanted', refetch), live.on('missed', refetch)];
  recount();
  return {
    stop: () => {
      for (const end of ends) end();
      queries.removeQueries({ queryKey: unseenAlertsKey });
    },
  };
};

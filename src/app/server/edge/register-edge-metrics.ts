import type { FastifyInstance } from 'fastify';
import type { MarketDirectory } from '#platform/server/markets/market-directory.ts';
import type { Metrics } from '#platform/server/metrics/metrics.ts';
import type { Markets } from './markets.ts';
import type { RequestSlots } from './admission/request-slots.ts';

type Sources = { http: FastifyInstance; directory: MarketDirectory; markets: Markets; slots: RequestSlots };

/** What the listening server knows of all markets. It exports no name of one. */
export function registerEdgeMetrics(metrics: Metrics, { http, directory, markets, slots }: Sources): void {
  metrics.countHttpRequests(http.servedRequests);
  metrics.queue('market-requests', slots);
  metrics.gauge({ name: 'bookswap_markets', help: 'Markets of the directory.', label: 'state' }, () => {
    const ofState = Map.groupBy(directory.list(), ({ state }) => state);
    return new Map([...ofState].map(([state, { length }]) => [state, length]));
  });
  metrics.gauge(
    { name: 'bookswap_open_markets', help: 'Markets that this process has open.' },
    () => markets.list().length,
  );
  let unknownHosts = 0;
  http.servedRequests.add(({ status }) => {
    if (status === 421) unknownHosts += 1;
  });
  metrics.counter(
    { name: 'bookswap_unknown_host_requests_total', help: 'Requests for a host without a market.' },
    () => unknownHosts,
  );
}

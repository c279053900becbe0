import { Counter, type Metric } from 'prom-client';
import type { ServedRequest } from '../http/served-requests.ts';

const DURATION_METRIC = 'bookswap_http_request_duration_seconds';
const BUCKETS_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

class RouteCounts {
  readonly statuses = new Map<number, number>();
  /** How many took at most as long as the bucket and longer than the one before; the last one: longer. */
  readonly #buckets = [...BUCKETS_SECONDS.map(() => 0), 0];
  #sumSeconds = 0;

  add(status: number, seconds: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    let bucket = 0;
    while (bucket < BUCKETS_SECONDS.length && seconds > BUCKETS_SECONDS[bucket]!) bucket += 1;
    this.#buckets[bucket]! += 1;
    this.#sumSeconds += seconds;
  }

  durations(labels: Record<string, string>) {
    let count = 0;
    const buckets = this.#buckets.map((more, index) => {
      count += more;
      const le = BUCKETS_SECONDS[index] ?? '+Inf';
      return { metricName: `${DURATION_METRIC}_bucket`, labels: { le, ...labels }, value: count };
    });
    return [
      ...buckets,
      { metricName: `${DURATION_METRIC}_sum`, labels, value: this.#sumSeconds },
      { metricName: `${DURATION_METRIC}_count`, labels, value: count },
    ];
  }
}

/** Counts and times responses by route. The library sorts the labels of each value, so it gets them when read. */
export class HttpRequestCounts {
  readonly #methods = new Map<string, Map<string, RouteCounts>>();

  add({ method, route, status, durationMs }: ServedRequest): void {
    this.#countsOf(method, route).add(status, durationMs / 1_000);
  }

  #countsOf(method: string, route: string): RouteCounts {
    const routes = this.#methods.get(method) ?? new Map<string, RouteCounts>();
    if (routes.size === 0) this.#methods.set(method, routes);
    const counts = routes.get(route) ?? new RouteCounts();
    if (counts.statuses.size === 0) routes.set(route, counts);
    return counts;
  }

  #all() {
    return [...this.#methods].flatMap(([method, routes]) =>
      [...routes].map(([route, counts]) => ({ labels: { method, route }, counts })),
    );
  }

  metrics(): Metric[] {
    const all = () => this.#all();
    const requests = new Counter({
      name: 'bookswap_http_requests_total',
      help: 'Responses, by the template of their route.',
      labelNames: ['method', 'route', 'status'],
      registers: [],
      collect() {
        this.reset();
        for (const { labels, counts } of all())
          for (const [status, count] of counts.statuses) this.inc({ ...labels, status }, count);
      },
    });
    // The library's histogram takes single values only. The registry calls nothing but `get`.
    const durations = {
      name: DURATION_METRIC,
      get: async () => ({
        name: DURATION_METRIC,
        help: 'From the request to the end of its response.',
        type: 'histogram',
        aggregator: 'sum',
        values: all().flatMap(({ labels, counts }) => counts.durations(labels)),
      }),
    };
    return [requests, durations as unknown as Metric];
  }
}

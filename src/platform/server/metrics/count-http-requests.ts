import { Counter, Histogram } from 'prom-client';
import type { ServedRequests } from '../http/served-requests.ts';
import type { Metrics } from './metrics.ts';

const BUCKETS_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Counts and times every response by the template of its route, from the cache or not. */
export function countHttpRequests({ registry }: Metrics, servedRequests: ServedRequests): void {
  const requests = new Counter({
    name: 'bookswap_http_requests_total',
    help: 'Responses, by the template of their route.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'bookswap_http_request_duration_seconds',
    help: 'From the request to the end of its response.',
    labelNames: ['method', 'route'],
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });
  servedRequests.add(({ method, route, status, durationMs }) => {
    requests.inc({ method, route, status });
    durations.observe({ method, route }, durationMs / 1_000);
  });
}

import { expect, test } from 'vitest';
import { ServedRequests } from '../http/served-requests.ts';
import { MetricsRegistry } from './metrics-registry.ts';

const served = { requestId: '1', method: 'GET', route: '/api/books', status: 200, isCached: true };
const TIMES = 'bookswap_http_request_duration_seconds';

test('the times of responses are in a histogram by route, and labels are escaped', async () => {
  const registry = new MetricsRegistry();
  const requests = new ServedRequests();
  registry.open(null).countHttpRequests(requests);
  for (const durationMs of [1, 2, 3, 20_000]) requests.report({ ...served, durationMs });
  requests.report({ ...served, method: 'POST', route: '/api/"books"', status: 201, durationMs: 0.5 });
  const lines = (await registry.text()).split('\n');
  expect(lines).toContain(
    'bookswap_http_requests_total{method="POST",route="/api/\\"books\\"",status="201"} 1',
  );
  expect(lines).toContain(`# TYPE ${TIMES} histogram`);
  const ofList = lines.filter((line) => line.startsWith(TIMES) && line.includes('route="/api/books"'));
  const values = ofList.map((line) => Number(line.split(' ').at(-1)));
  expect(ofList[0]).toBe(`${TIMES}_bucket{le="0.002",method="GET",route="/api/books"} 2`);
  expect(values).toEqual([2, ...Array(11).fill(3), 4, expect.closeTo(20.006, 6), 4]);
});

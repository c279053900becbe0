import { expect, test } from 'vitest';
import { ServedRequests } from '../http/served-requests.ts';
import { countHttpRequests } from './count-http-requests.ts';
import { Metrics } from './metrics.ts';

const served = { requestId: '1', method: 'GET', route: '/api/books', status: 200, isCached: true };

async function sample(metrics: Metrics, start: string): Promise<string[]> {
  const text = await metrics.registry.metrics();
  return text.split('\n').filter((line) => line.startsWith(start));
}

test('every response is in the metrics at once, by method, route and status', async () => {
  const metrics = new Metrics();
  const requests = new ServedRequests();
  countHttpRequests(metrics, requests);
  for (const durationMs of [1, 2, 3, 20_000]) requests.report({ ...served, durationMs });
  requests.report({ ...served, status: 304, durationMs: 1 });
  requests.report({ ...served, method: 'POST', route: '/api/"books"', status: 201, durationMs: 0.5 });
  expect(await sample(metrics, 'bookswap_http_requests_total')).toEqual([
    'bookswap_http_requests_total{method="GET",route="/api/books",status="200"} 4',
    'bookswap_http_requests_total{method="GET",route="/api/books",status="304"} 1',
    'bookswap_http_requests_total{method="POST",route="/api/\\"books\\"",status="201"} 1',
  ]);
  const times = 'bookswap_http_request_duration_seconds';
  expect(await sample(metrics, '# TYPE bookswap_http_request')).toEqual([
    '# TYPE bookswap_http_requests_total counter',
    `# TYPE ${times} histogram`,
  ]);
  const ofList = (await sample(metrics, times)).filter((line) => line.includes('route="/api/books"'));
  const buckets = ofList.filter((line) => line.startsWith(`${times}_bucket`));
  expect(buckets).toHaveLength(13);
  expect(buckets.slice(0, 2)).toEqual([
    `${times}_bucket{le="0.002",method="GET",route="/api/books"} 3`,
    `${times}_bucket{le="0.005",method="GET",route="/api/books"} 4`,
  ]);
  expect(buckets.at(-1)).toBe(`${times}_bucket{le="+Inf",method="GET",route="/api/books"} 5`);
  expect(ofList.slice(-2).map((line) => Number(line.split(' ').at(-1)))).toEqual([
    expect.closeTo(20.007, 6),
    5,
  ]);
  requests.report({ ...served, durationMs: 1 });
  expect((await sample(metrics, 'bookswap_http_requests_total'))[0]).toMatch(/ 5$/);
});

import fastify from 'fastify';
import { expect, it } from 'vitest';
import type { Caller } from '#platform/server/http/endpoint-registry.ts';
import { SharedRateLimiter } from '#platform/server/rate-limits/shared-rate-limiter.ts';
import { TestClock } from '#tests/support/server/test-clock.ts';
import { createRequestLimit, limitByDefault } from './limit-requests.ts';

it('a route has a limit unless it opts out by name', async () => {
  const http = fastify();
  limitByDefault(http, new SharedRateLimiter(new TestClock()));
  http.get('/file', () => 'x');
  http.get('/handler-enforced', { config: { limit: 'handler-enforced' } }, () => 'x');
  await http.register(async (scope) => void scope.get('/nested', () => 'x'));
  const ask = async (url: string) => (await http.inject(url)).statusCode;
  for (let time = 0; time < 12_000; time += 1) await ask('/file');
  expect(await Promise.all(['/file', '/nested', '/handler-enforced'].map(ask))).toEqual([429, 429, 200]);
  await http.close();
});

it('an IPv6 address also counts for the /56 and the /48 around it', async () => {
  const limit = createRequestLimit(new SharedRateLimiter(new TestClock()));
  const ask = (ip: string, cost: number) => limit('GET /x', null, { ip } as Caller, cost);
  await ask('2001:db8:0:100::1', 6_000);
  await expect(ask('2001:db8:0:100::2', 1)).rejects.toMatchObject({ code: 'too-many-requests' });
  for (const network of [101, 102, 103]) await ask(`2001:db8:0:${network}::1`, 6_000);
  await expect(ask('2001:db8:0:104::1', 1)).rejects.toMatchObject({ code: 'too-many-requests' });
  for (let network = 2; network < 14; network += 1) await ask(`2001:db8:0:${network}00::1`, 6_000);
  await expect(ask('2001:db8:0:ff00::1', 1)).rejects.toMatchObject({ code: 'too-many-requests' });
  await ask('2001:db8:1::1', 6_000);
  await ask('192.0.2.1', 6_000);
  await ask('192.0.2.2', 6_000);
});

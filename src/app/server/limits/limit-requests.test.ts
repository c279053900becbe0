import fastify from 'fastify';
import { expect, it } from 'vitest';
import type { EndpointKey } from '#platform/shared/define-endpoints.ts';
import { SharedRateLimiter } from '#platform/server/rate-limits/shared-rate-limiter.ts';
import { TestClock } from '#tests/support/server/test-clock.ts';
import { createRequestLimit, limitByDefault } from './limit-requests.ts';
import { requestCosts, toPoints } from './request-costs.ts';

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

/** A route of one point, and one that is expensive with a search. */
const CHEAP = Object.keys(requestCosts).find(
  (key) => key.startsWith('GET ') && toPoints(key) === 1,
)! as EndpointKey;
const EXPENSIVE = 'GET /api/books';
const POINTS_OF_NETWORK = 12_000;
const POINTS_OF_USER = 2_400;

function openLimit() {
  const limit = createRequestLimit(new SharedRateLimiter(new TestClock()));
  const ask = (ip: string, times = 1) => repeat(times, () => limit(CHEAP, null, { ip }));
  return { limit, ask };
}

async function repeat(times: number, work: () => Promise<void>): Promise<void> {
  for (let time = 0; time < times; time += 1) await work();
}

it('an IPv6 network counts as one address, and others for themselves', async () => {
  const { ask } = openLimit();
  await ask('2001:db8:0:100::1', POINTS_OF_NETWORK);
  await expect(ask('2001:db8:0:100::2')).rejects.toMatchObject({ code: 'too-many-requests' });
  for (const other of ['2001:db8:0:101::1', '192.0.2.1']) await ask(other);
});

it('requests count by their work: a search takes the points of many lists', async () => {
  const { limit } = openLimit();
  const caller = { ip: '192.0.2.1' };
  const search = (id: string) => limit(EXPENSIVE, { id }, caller, { search: 'nothing', limit: '20' });
  const searches = Math.floor(POINTS_OF_USER / toPoints(EXPENSIVE, { search: '' }));
  await repeat(searches, () => search('maya'));
  await expect(search('maya')).rejects.toMatchObject({ code: 'too-many-requests' });
  await repeat(Math.floor(POINTS_OF_USER / toPoints(EXPENSIVE)), () =>
    limit(EXPENSIVE, { id: 'tom' }, caller),
  );
  await expect(search('tom')).rejects.toMatchObject({ code: 'too-many-requests' });
  await limit(EXPENSIVE, null, caller);
});

it('what a user writes counts by number and by its work, apart from what is read', async () => {
  const { limit } = openLimit();
  const write = () => limit('POST /api/favorites/toggle', { id: 'maya' }, { ip: '192.0.2.1' });
  await repeat(120, write);
  await expect(write()).rejects.toMatchObject({ code: 'too-many-requests' });
  const edit = () => limit('PATCH /api/books/:id', { id: 'tom' }, { ip: '192.0.2.1' });
  const edits = Math.floor(POINTS_OF_USER / toPoints('PATCH /api/books/:id'));
  expect(edits).toBeLessThan(120);
  await repeat(edits, edit);
  await expect(edit()).rejects.toMatchObject({ code: 'too-many-requests' });
  await limit(EXPENSIVE, { id: 'tom' }, { ip: '192.0.2.1' });
});

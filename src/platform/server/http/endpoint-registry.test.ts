import { localeOfTests } from '#tests/support/test-market.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { defineEndpoints } from '#platform/shared/define-endpoints.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import { TestClock } from '#tests/support/server/test-clock.ts';
import { createHttpServer } from './create-http-server.ts';
import { EndpointRegistry } from './endpoint-registry.ts';
import { ResponseCache } from './cache/response-cache.ts';

const endpoints = defineEndpoints({
  'GET /api/things': {
    auth: 'public',
    summary: 'Things',
    query: z.object({ search: z.string().optional() }),
    response: z.string(),
  },
});

let http: FastifyInstance;
const counted: [user: string | null, query: unknown][] = [];
const clock = new TestClock();
let looksUp = 0;
let isRefusing = false;
beforeAll(async () => {
  http = await createHttpServer({ logLevel: 'silent', trustedProxies: [] });
  const registry = new EndpointRegistry({
    http,
    clock,
    checkResponses: true,
    locale: localeOfTests,
    authenticate: async ({ authorization }) => {
      looksUp += 1;
      if (authorization === 'Bearer away') throw new Error('the keys are away');
      return authorization === 'Bearer maya' ? { id: 'maya', roles: [], pausedUntil: null } : null;
    },
    diskSpace: { throwIfFull: async () => {} },
    limit: async (_key, actor, _caller, query) => {
      if (isRefusing) throw commonProblem('too-many-requests', { retryAfter: 30 });
      counted.push([actor?.id ?? null, query]);
    },
    shouldTakeTurns: false,
  });
  const cache = new ResponseCache({ budgets: [], clock, lifetimeMs: 1_000, entries: 10 });
  registry.mount(endpoints, { 'GET /api/things': () => 'all' }, { cache: { 'GET /api/things': cache } });
});
afterAll(() => http.close());

it('counts a cache miss for the user who asks, and for the address of anyone else', async () => {
  const ask = async (authorization?: string) => {
    const headers = authorization === undefined ? {} : { authorization };
    expect((await http.inject({ url: '/api/things?search=x', headers })).statusCode).toBe(200);
  };
  for (const authorization of ['Bearer maya', undefined, 'Bearer expired', 'Bearer away']) {
    await ask(authorization);
    await ask(authorization);
    clock.advance(2_000);
  }
  expect(counted).toEqual(['maya', null, null, null].map((user) => [user, { search: 'x' }]));
});

it('looks a user up once a second at most while the limit of the user refuses the requests', async () => {
  isRefusing = true;
  onTestFinished(() => void (isRefusing = false));
  const before = looksUp;
  const ask = async (query: string, authorization = 'Bearer maya') =>
    (await http.inject({ url: `/api/things?search=${query}`, headers: { authorization } })).statusCode;
  expect(await ask('a')).toBe(429);
  for (const query of ['b', 'c', 'd']) expect(await ask(query)).toBe(429);
  expect(looksUp - before).toBe(1);
  expect(await ask('e', 'Bearer other')).toBe(429);
  expect(looksUp - before).toBe(2);
  clock.advance(1_000);
  isRefusing = false;
  expect(await ask('f')).toBe(200);
});

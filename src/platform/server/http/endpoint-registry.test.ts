import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { defineEndpoints } from '#platform/shared/define-endpoints.ts';
import { TestClock } from '#tests/support/server/test-clock.ts';
import { createHttpServer } from './create-http-server.ts';
import { CACHE_MISS_COST, EndpointRegistry } from './endpoint-registry.ts';
import { ResponseCache } from './cache/response-cache.ts';

const endpoints = defineEndpoints({
  'GET /api/things': { auth: 'public', summary: 'Things', response: z.string() },
});

let http: FastifyInstance;
const counted: [user: string | null, cost: number | undefined][] = [];
const clock = new TestClock();
beforeAll(async () => {
  http = await createHttpServer({ logLevel: 'silent', trustedProxies: [] });
  const registry = new EndpointRegistry({
    http,
    checkResponses: true,
    authenticate: async ({ authorization }) => {
      if (authorization === 'Bearer away') throw new Error('the keys are away');
      return authorization === 'Bearer maya' ? { id: 'maya', isAdmin: false } : null;
    },
    diskSpace: { throwIfFull: async () => {} },
    limit: async (_key, actor, _caller, cost) => void counted.push([actor?.id ?? null, cost]),
  });
  const cache = new ResponseCache({ clock, lifetimeMs: 1_000, entries: 10 });
  registry.mount(endpoints, { 'GET /api/things': () => 'all' }, { cache: { 'GET /api/things': cache } });
});
afterAll(() => http.close());

it('counts a cache miss for the user who asks, and for the address of anyone else', async () => {
  const ask = async (authorization?: string) => {
    const headers = authorization === undefined ? {} : { authorization };
    expect((await http.inject({ url: '/api/things', headers })).statusCode).toBe(200);
  };
  for (const authorization of ['Bearer maya', undefined, 'Bearer expired', 'Bearer away']) {
    await ask(authorization);
    await ask(authorization);
    clock.advance(2_000);
  }
  expect(counted).toEqual(['maya', null, null, null].map((user) => [user, CACHE_MISS_COST]));
});

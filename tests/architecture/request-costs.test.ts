import { globSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { countPages, requestCosts, toPoints } from '#app/server/limits/request-costs.ts';
import type { Endpoint, EndpointMap } from '#platform/shared/define-endpoints.ts';
import { routeAccess } from '#tests/http/access/route-access.ts';
import { product } from './source-tree.ts';

/** Of every contract. */
async function readEndpoints(): Promise<EndpointMap> {
  const all: EndpointMap = {};
  for (const file of globSync('src/features/*/contract.ts')) {
    const module = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Record<string, unknown>;
    for (const [name, value] of Object.entries(module))
      if (name.endsWith('Endpoints')) Object.assign(all, value);
  }
  return all;
}

/** Routes outside of the contract whose requests are counted by their cost. */
const countedRoutes = product.flatMap(({ code }) =>
  [...code.matchAll(/\blimit\('([A-Z]+ \/[^']*)'/g)].map(([, key]) => key!),
);

test('every route has a measured cost, and no other has', async () => {
  const endpoints = await readEndpoints();
  expect(Object.keys(endpoints).length).toBeGreaterThan(100);
  expect(countedRoutes).toContain('GET /*');
  const routes = new Set([...Object.keys(endpoints), ...countedRoutes, 'POST /api/webhooks/stripe']);
  const measured = new Set(Object.keys(requestCosts).filter((key) => !key.includes('?')));
  // Measure: npm run bench -- request-costs
  expect([...routes].filter((route) => !measured.has(route))).toEqual([]);
  expect([...measured].filter((route) => !routes.has(route))).toEqual([]);
});

/** GET routes outside of the contract without a cost, and why they need none. */
const cheapRoutes: Record<string, string> = {
  'GET /api/auth/get-session': 'counts as GET /api/auth/token',
  'GET /api/auth/jwks': 'kept for all',
  'GET /api/auth/campus': 'counts as an attempt to sign in',
  'GET /api/auth/callback/campus': 'counts as an attempt to sign in',
  'GET /objects/uploads/:file': 'one row by its id, in turn',
  'GET /unsubscribe/:userId/:signature': 'one row by its id, in turn',
  'GET /api/payment-sandbox/v1/payment_intents/:id': 'for tests of payments only',
  'GET /ws': 'the socket has separate limits',
  'GET /api/openapi.json': 'reads no database',
  'GET /manifest.webmanifest': 'reads no database',
  'GET /robots.txt': 'reads no database',
  'GET /campus-icon-180.png': 'one row, kept once read',
  'GET /campus-icon-192.png': 'one row, kept once read',
  'GET /campus-icon-512.png': 'one row, kept once read',
  'GET /.well-known/security.txt': 'reads no database',
  'GET /healthz': 'reads no database',
  'GET /readyz': 'kept for all',
  'GET /readyz/process': 'reads no database',
  'GET /metrics': 'for operators only',
};

test('every other route that reads has a cost, or a reason to need none', () => {
  const reads = Object.keys(routeAccess).filter((route) => route.startsWith('GET '));
  expect(reads).toContain('GET /objects/uploads/:file');
  expect(reads.filter((route) => !(route in requestCosts) && !(route in cheapRoutes))).toEqual([]);
  expect(Object.keys(cheapRoutes).filter((route) => route in requestCosts || !reads.includes(route))).toEqual(
    [],
  );
});

test('a cost of a parameter belongs to a parameter of the route, and is above the cost of the route', async () => {
  const endpoints = await readEndpoints();
  for (const [key, cost] of Object.entries(requestCosts).filter(([name]) => name.includes('?'))) {
    const [route, parameter] = key.split('?') as [string, string];
    const { query } = (endpoints as Record<string, Endpoint>)[route === 'GET /*' ? 'GET /api/books' : route]!;
    expect(
      (query!.toJSONSchema({ unrepresentable: 'any', io: 'input' }) as { properties: object }).properties,
    ).toHaveProperty(parameter);
    expect([key, cost]).toEqual([key, expect.toSatisfy((value: number) => value > requestCosts[route]!)]);
  }
});

test('a parameter that names more than a page of rows costs as many pages', async () => {
  type Schema = { properties?: Record<string, { type?: string; maxItems?: number }> };
  const lists = Object.entries(await readEndpoints()).flatMap(([route, { query }]) => {
    const schema = query?.toJSONSchema({ unrepresentable: 'any', io: 'output' }) as Schema | undefined;
    return Object.entries(schema?.properties ?? {})
      .filter(([, { type, maxItems = Infinity }]) => type === 'array' && maxItems > 20)
      .map(([name]) => ({ route, name }));
  });
  expect(lists).toContainEqual({ route: 'GET /api/users/me/deals', name: 'bookIds' });
  for (const { route, name } of lists)
    expect([route, countPages(route, { [name]: Array.from({ length: 100 }, () => 'x').join(',') })]).toEqual([
      route,
      5,
    ]);
});

test('points are relative to a list, which has five, by the most expensive parameter; an unknown route has the maximum', () => {
  const list = requestCosts['GET /api/books']!;
  expect(toPoints('GET /api/books')).toBe(5);
  const search = { search: 'x', limit: '20' };
  const ofSearch = (5 * requestCosts['GET /api/books?search']!) / list;
  expect(toPoints('GET /api/books', search)).toBe(Math.ceil(ofSearch));
  // Of a page of a hundred rows as of five lists.
  expect(toPoints('GET /api/books', { limit: '100' })).toBe(25);
  expect(toPoints('GET /api/books', { ...search, limit: '40' })).toBe(Math.ceil(2 * ofSearch));
  for (const limit of ['1', 'x', '', undefined]) expect(toPoints('GET /api/books', { limit })).toBe(5);
  expect(toPoints('GET /api/favorites', { limit: '1000000' })).toBe(2_400 / 40);
  const points = Object.keys(requestCosts).map((key) => toPoints(key));
  expect(Math.min(...points)).toBe(1);
  // Each leaves room for forty a minute: nobody who uses the product as people do is refused.
  expect(Math.max(...points)).toBeLessThanOrEqual(2_400 / 40);
  expect(toPoints('GET /nowhere')).toBe(2_400 / 40);
});

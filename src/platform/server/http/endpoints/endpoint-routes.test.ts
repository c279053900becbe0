import fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EndpointKey } from '#platform/shared/define-endpoints.ts';
import { EndpointRoutes, EndpointTrees, MAX_PARAM_LENGTH } from './endpoint-routes.ts';

const keys: EndpointKey[] = [
  'GET /api/books',
  'GET /api/books/:id',
  'GET /api/books/mine',
  'GET /api/books/:id/offers',
  'GET /api/books/:bookId/offers/:id',
  'GET /api/books/mine/sold',
  'POST /api/books',
  'GET /api/:kind/mine/all',
];

const server = fastify({ routerOptions: { maxParamLength: MAX_PARAM_LENGTH } });
beforeAll(async () => {
  for (const key of keys) {
    const [method, url] = key.split(' ') as [string, string];
    server.route({ method, url, handler: ({ params }) => ({ key, params }) });
  }
  await server.ready();
});
afterAll(() => server.close());

it.each([
  '/api/books',
  '/api/books?search=a/b',
  '/api/books#top',
  '/api/books/',
  '/api/books//',
  '/api/books/7',
  '/api/books/mine',
  '/api/books/mine/',
  '/api/books/mine/sold',
  '/api/books/mine/offers',
  '/api/books/7/offers',
  '/api/books/7/offers/9?x=1',
  '/api/books/7/offers/9/',
  '/api/books/7/nothing',
  '/api/authors/mine/all',
  '/api/authors/yours/all',
  '/api/%62ooks',
  '/api/books/a%2Fb',
  '/api/books/a%2525b',
  '/api/books/%C3%BC%3F%23',
  '/api/books/a+b',
  `/api/books/${'x'.repeat(200)}`,
  '/api/Books',
  '/api',
  '/api/',
])('finds at %s what Fastify finds', async (url) => {
  const response = await server.inject({ url });
  const expected = response.statusCode === 404 ? null : response.json<unknown>();
  expect(new EndpointRoutes(keys).find('GET', url)).toEqual(expected);
});

it('refuses a parameter that is too long', async () => {
  const url = `/api/books/${'x'.repeat(201)}`;
  expect((await server.inject({ url })).statusCode).toBe(414);
  expect(new EndpointRoutes(keys).find('GET', url)).toBe('too-long');
});

it('finds the method that is asked', () => {
  const routes = new EndpointRoutes(keys);
  expect(routes.find('POST', '/api/books')).toEqual({ key: 'POST /api/books', params: {} });
  expect(routes.find('POST', '/api/books/7')).toBeNull();
  expect(routes.find('DELETE', '/api/books')).toBeNull();
});

it('refuses two endpoints at one path', () => {
  expect(() => new EndpointRoutes(['GET /api/books/:id', 'GET /api/books/:isbn'])).toThrow('has the path of');
});

it('makes one tree for markets with the same endpoints', () => {
  const trees = new EndpointTrees();
  expect(trees.of(keys)).toBe(trees.of([...keys]));
  expect(trees.of(keys.slice(1))).not.toBe(trees.of(keys));
});

import { request, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { isAnonymous } from '../caller.ts';
import { ResponseCache } from './cache/response-cache.ts';
import { createHttpServer } from './create-http-server.ts';

/** The connection of the system below a socket of Node, and how Node writes to it. */
type SocketInside = { _handle: Record<string, unknown> };
const WRITES = ['writev', 'writeBuffer', 'writeUtf8String', 'writeAsciiString', 'writeLatin1String'];

type Got = { status: number; headers: IncomingHttpHeaders; body: Buffer };

describe('a response that depends on its URL alone', () => {
  let http: FastifyInstance;
  let cache: ResponseCache;
  let port: number;
  let now: number;
  /** How often it was rendered, and how often Fastify handled the request. */
  let made: number;
  let asked: number;
  /** Of the text, in pairs of characters. */
  let length: number;

  beforeEach(async () => {
    [made, asked, length, now] = [0, 0, 1_000, Date.parse('2026-11-20T12:00:00Z')];
    http = await createHttpServer({ logLevel: 'silent', trustedProxies: [] });
    cache = new ResponseCache({
      budgets: [],
      clock: { now: () => new Date(now) },
      lifetimeMs: 5_000,
      entries: 2,
      byUrl: true,
    });
    http.addHook('onRequest', async () => void (asked += 1));
    http.get('/things/:id', { config: { auth: 'public' } }, (asking, reply) =>
      cache.respond(asking, reply, asking.url, async () => {
        made += 1;
        void reply.header('link', '</things/2>; rel="next"');
        return { text: `${made} `.repeat(length) };
      }),
    );
    await http.listen({ host: '127.0.0.1', port: 0 });
    port = (http.server.address() as AddressInfo).port;
  });
  afterEach(() => http.close());

  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<Got>((resolve, reject) => {
      const asking = request({ port, host: '127.0.0.1', path, method, headers, agent: false }, (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece)).on('error', reject);
        response.on('end', () => {
          const { date: _date, 'x-request-id': _id, ...rest } = response.headers;
          resolve({ status: response.statusCode!, headers: rest, body: Buffer.concat(pieces) });
        });
      });
      asking.on('error', reject).end();
    });

  test.each<Record<string, string>>([
    {},
    { 'accept-encoding': 'gzip' },
    { 'accept-encoding': 'gzip, deflate, br' },
  ])('is sent without Fastify, byte for byte as Fastify sent it: %o', async (headers) => {
    const first = await get('/things/1', headers);
    const second = await get('/things/1', headers);
    expect([made, asked]).toEqual([1, 1]);
    expect(second).toEqual(first);
    expect(second.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      link: '</things/2>; rel="next"',
    });
  });

  test('is written in one call of the system, with its header', async () => {
    await get('/things/1');
    let handle: Record<string, unknown> = {};
    http.server.once('connection', (socket) => (handle = (socket as unknown as SocketInside)._handle));
    const calls: string[] = [];
    http.server.prependOnceListener('request', () => {
      for (const name of WRITES) {
        const write = handle[name] as (...values: unknown[]) => unknown;
        handle[name] = (...values: unknown[]) => (calls.push(name), write.apply(handle, values));
      }
    });
    expect((await get('/things/1')).body.length).toBeGreaterThan(1_000);
    expect(calls).toEqual(['writeLatin1String']);
    expect(asked).toBe(1);
  });

  test('is sent in an encoding that the client accepts', async () => {
    const plain = await get('/things/1');
    const small = await get('/things/1', { 'accept-encoding': 'gzip, br;q=0' });
    expect(small.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(small.body)).toEqual(plain.body);
    // Compressed once, for the first client that accepts it, and rendered once for all.
    expect(await get('/things/1', { 'accept-encoding': 'gzip' })).toEqual(small);
    expect([made, asked]).toEqual([1, 2]);
  });

  /** Bits of the window, as the first byte says; null for one that is written differently. RFC 7932, 9.1. */
  const windowOf = ([first]: Buffer) =>
    (first! & 1) === 0 ? 16 : (first! & 14) === 0 ? null : 17 + ((first! >> 1) & 7);

  test.each([
    [1_000, 16],
    [70_000, 18],
    [400_000, 20],
  ])('is compressed whole, in memory of its size: %i pairs of characters, %i bits', async (pairs, bits) => {
    length = pairs;
    const { body, headers } = await get('/things/1', { 'accept-encoding': 'br' });
    expect(headers['content-encoding']).toBe('br');
    expect(windowOf(body)).toBe(bits);
    expect(brotliDecompressSync(body)).toEqual((await get('/things/1')).body);
  });

  test('is 304 for a client that has it', async () => {
    const { headers } = await get('/things/1');
    const again = await get('/things/1', { 'if-none-match': headers.etag! });
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, headers.etag]);
    expect(asked).toBe(1);
  });

  test('is rendered again after a change, after its lifetime, and after eviction', async () => {
    await get('/things/1');
    cache.clear();
    expect((await get('/things/1')).body.toString()).toContain('"2 2');
    now += 5_000;
    expect((await get('/things/1')).body.toString()).toContain('"3 3');
    await get('/things/2');
    await get('/things/3');
    await get('/things/1');
    expect(made).toBe(6);
  });

  test('is evicted after the ones that were used less recently', async () => {
    await get('/things/1');
    await get('/things/2');
    await get('/things/1');
    await get('/things/3');
    await get('/things/1');
    expect(made).toBe(3);
    await get('/things/2');
    expect(made).toBe(4);
  });

  test('is not sent for other methods and headers', async () => {
    await get('/things/1');
    const { body } = await get('/things/1');
    const head = await get('/things/1', {}, 'HEAD');
    expect([head.status, head.headers['content-length'], head.body]).toEqual([
      200,
      String(body.length),
      Buffer.of(),
    ]);
    expect((await get('/things/1', {}, 'DELETE')).status).toBe(404);
    await get('/things/1?more');
    expect(asked).toBe(4);
  });
});

/** How often Fastify handles a page of a cache, which depends on the cookie, when it is asked for in turn. */
async function countHandled(options: object, cookies: readonly (string | null)[]): Promise<number> {
  const http = await createHttpServer({ logLevel: 'silent', trustedProxies: [] });
  onTestFinished(() => http.close());
  const clock = { now: () => new Date() };
  const cache = new ResponseCache({ budgets: [], clock, lifetimeMs: 5_000, entries: 4, ...options });
  let handled = 0;
  http.get('/', { config: { auth: 'public' } }, (asking, reply) => {
    handled += 1;
    return cache.respond(asking, reply, 'home', async () => ({ cookie: asking.headers.cookie ?? null }));
  });
  const address = await http.listen({ host: '127.0.0.1', port: 0 });
  for (const cookie of cookies) {
    const headers: Record<string, string> = cookie === null ? {} : { cookie };
    expect(await (await fetch(address, { headers })).json()).toEqual({ cookie });
  }
  return handled;
}

test('responses that depend on more than the URL always reach Fastify', async () => {
  expect(await countHandled({}, [null, null, null])).toBe(3);
});

test('users and visitors keep the responses of each other, which differ', async () => {
  const inTurn = [null, 'session=1', null, 'session=1', null, 'session=1'];
  expect(await countHandled({ byUrl: true, isDivided: true }, inTurn)).toBe(2);
});

test.each<[string | undefined, boolean]>([
  [undefined, true],
  ['lang=de', true],
  [' lang=de ;', true],
  ['', true],
  ['lang=de; __Host-bookswap.session_token=1', false],
  ['bookswap.signed_in=1', false],
  ['__session=1', false],
  ['slang=de', false],
  ['lang', true],
])('a sender of the cookies %j is a visitor: %s', (cookie, expected) => {
  expect(isAnonymous(cookie === undefined ? {} : { cookie })).toBe(expected);
  expect(isAnonymous({ authorization: 'Bearer x', ...(cookie !== undefined && { cookie }) })).toBe(false);
});

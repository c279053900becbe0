import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
afterEach(() => app.stop());

it('crawlers and security researchers find their files', async () => {
  app = await TestApp.start();
  const robots = await app.visitor().get('/robots.txt');
  expect(robots.headers.get('content-type')).toContain('text/plain');
  expect(robots.body).toMatch(/^User-agent: \*\nDisallow: \/api\/\n/);
  const { body } = await app.visitor().get('/.well-known/security.txt');
  expect(body).toContain(`Contact: ${app.address}/help`);
  const expires = Date.parse(/Expires: (.*)/.exec(body)![1]!);
  expect(expires).toBeGreaterThan(app.clock.now().getTime());
  expect(expires).toBeLessThan(app.clock.now().getTime() + 365 * 24 * 3600_000);
});

it('readiness and public keys are kept as bytes for a moment', async () => {
  app = await TestApp.start();
  const visitor = app.visitor();
  let isAway = false;
  const ask = app.database.pool.query.bind(app.database.pool) as (...args: unknown[]) => unknown;
  const query = vi.spyOn(app.database.pool, 'query');
  query.mockImplementation((...args: unknown[]) =>
    isAway && isCheck(args) ? Promise.reject(new Error('away')) : ask(...args),
  );
  const isCheck = ([text]: readonly unknown[]) => String(text).includes('synchronous_standby_names');
  const checks = () => query.mock.calls.filter(isCheck).length;
  for (let time = 0; time < 3; time += 1) expect((await visitor.get('/readyz')).status).toBe(200);
  expect(checks()).toBe(1);
  app.clock.advance(1_000);
  isAway = true;
  expect((await visitor.get('/readyz')).status).toBe(503);
  isAway = false;
  // What all processes share does not make a proxy leave this one out.
  expect((await visitor.get('/readyz/process')).body).toEqual({ status: 'ready' });
  expect((await visitor.get('/readyz')).body).toEqual({ status: 'ready' });
  expect(checks()).toBe(3);
  query.mockRestore();
  await app.signedInClient('Maya Ross');
  const { headers, body } = await visitor.get('/api/auth/jwks');
  await app.database.pool.query('UPDATE identity_jwks SET id = gen_random_uuid()');
  expect((await visitor.get('/api/auth/jwks')).body).toEqual(body);
  const again = await visitor.send('GET', '/api/auth/jwks', undefined, {
    'if-none-match': headers.get('etag')!,
  });
  expect(again.status).toBe(304);
  app.clock.advance(2_000);
  expect((await visitor.get('/api/auth/jwks')).body).not.toEqual(body);
});

describe('strict transport', () => {
  const headerWith = async (variables: Record<string, string>) => {
    app = await TestApp.start({ variables });
    return (await app.visitor().get('/healthz')).headers.get('strict-transport-security');
  };
  const https = { PUBLIC_URL: 'https://books.example.edu' };
  it('is for the host alone', async () => expect(await headerWith(https)).toBe('max-age=31536000'));
  it('is for its subdomains where that is configured', async () =>
    expect(await headerWith({ ...https, HSTS_SUBDOMAINS: '1' })).toBe('max-age=31536000; includeSubDomains'));
  it('must begin with https://', async () => expect(await headerWith({ HSTS_SUBDOMAINS: '1' })).toBeNull());
});

it('the metrics need the whole token', async () => {
  app = await TestApp.start({ variables: { METRICS_TOKEN: 'a token of sixteen characters' } });
  const read = (authorization: string) => app.visitor().send('GET', '/metrics', undefined, { authorization });
  expect((await read('Bearer a token of sixteen characters')).status).toBe(200);
  for (const wrong of ['', 'Bearer ', 'Bearer a token of sixteen character', 'a token of sixteen characters'])
    expect((await read(wrong)).status).toBe(404);
});

describe('without a token the metrics', () => {
  const read = async (headers = {}) =>
    (await app.visitor().send('GET', '/metrics', undefined, headers)).status;

  it.each([
    ['x-forwarded-for', '203.0.113.9'],
    ['x-forwarded-proto', 'https'],
    ['x-real-ip', '203.0.113.9'],
    ['forwarded', 'for=203.0.113.9'],
    ['cf-connecting-ip', '203.0.113.9'],
    ['via', '1.1 proxy'],
  ])('are for this machine, until a request has %s', async (name, value) => {
    app = await TestApp.start();
    expect(await read()).toBe(200);
    expect(await read({ [name]: value })).toBe(404);
    expect(await read()).toBe(404);
  });

  it('are closed by any request that was forwarded', async () => {
    app = await TestApp.start();
    await app.visitor().send('GET', '/api/books', undefined, { via: '1.1 proxy' });
    expect(await read()).toBe(404);
  });

  it.each<Record<string, string>>([
    { PUBLIC_URL: 'https://books.example.edu' },
    { TRUSTED_PROXIES: '10.0.0.1' },
  ])('are closed with %o', async (variables) => {
    app = await TestApp.start({ variables });
    expect(await read()).toBe(404);
  });
});

describe('reports of what browsers have blocked', () => {
  const report = (changes: object = {}) => ({
    type: 'csp-violation',
    body: {
      effectiveDirective: 'img-src',
      blockedURL: 'https://pictures.example/private/1.png',
      documentURL: 'https://books.example.edu/book/1?from=mail',
      ...changes,
    },
  });
  const send = (body: unknown, type = 'application/reports+json') =>
    app.visitor().send('POST', '/api/policy-reports', JSON.stringify(body), { 'content-type': type });

  it('are logged without private paths, and a few a minute only', async () => {
    const lines: string[] = [];
    const logStream = new PassThrough();
    logStream.on('data', (line: Buffer) => lines.push(line.toString()));
    app = await TestApp.start({ logStream, variables: { LOG_LEVEL: 'warn' } });
    expect((await send([report(), { type: 'deprecation', body: {} }])).status).toBe(204);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { directive: 'img-src', blocked: 'https://pictures.example', page: '/book/1' },
    ]);
    for (let time = 0; time < 3; time += 1) await send(Array.from({ length: 20 }, () => report()));
    expect(lines).toHaveLength(10);
  });

  it('are refused in another form or size', async () => {
    app = await TestApp.start();
    expect((await send({ nothing: 1 })).status).toBe(400);
    expect((await send(Array.from({ length: 51 }, () => report()))).status).toBe(400);
    expect((await send([report({ blockedURL: 'x'.repeat(20_000) })])).status).toBe(413);
    expect((await send([], 'text/html')).status).toBe(415);
  });
});

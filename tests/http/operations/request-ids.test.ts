import { afterEach, describe, expect, it, vi } from 'vitest';
import { recordLogLines } from '#tests/support/fakes/log-lines.ts';
import { TestApp } from '#tests/support/server/test-app.ts';

const OWN_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const PROXY_ID = '0123456789abcdef0123456789ABCDEF';

let app: TestApp;
afterEach(() => app.stop());

async function startWithLog(variables: Record<string, string> = {}) {
  const { logStream, lines } = recordLogLines();
  app = await TestApp.start({ logStream, variables: { LOG_LEVEL: 'info', ...variables } });
  lines.length = 0;
  return lines;
}
const ask = async (path: string, requestId?: string, method = 'GET') => {
  const headers = requestId === undefined ? {} : { 'x-request-id': requestId };
  const body = method === 'POST' ? '{"email": "x@y.example", "password": "wrong horse"}' : undefined;
  const reply = await app.visitor().send(method, path, body, headers as Record<string, string>);
  return { ...reply, id: reply.headers.get('x-request-id') };
};

describe('a request', () => {
  it('has a unique id in the header, in the problem and in the log, also from the cache', async () => {
    const lines = await startWithLog();
    const first = await ask('/api/books?subject=secret');
    const cached = await ask('/api/books?subject=secret');
    const missing = await ask(`/api/books/${crypto.randomUUID()}`);
    const malformed = await ask('/api/%zz');
    const nowhere = await ask('/api/nowhere');
    const all = [first, cached, missing, malformed, nowhere];
    for (const { id } of all) expect(id).toMatch(OWN_ID);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    for (const { id, body } of [missing, malformed, nowhere]) expect(body.requestId).toBe(id);
    const requests = lines.filter(({ msg }) => msg === 'request');
    expect(requests).toMatchObject([
      { requestId: first.id, method: 'GET', route: '/api/books', status: 200, isCached: false },
      { requestId: cached.id, method: 'GET', route: '/api/books', status: 200, isCached: true },
      { requestId: missing.id, route: '/api/books/:id', status: 404 },
      { requestId: malformed.id, route: '(none)', status: 400 },
      { requestId: nowhere.id, route: '(none)', status: 404 },
    ]);
    expect(requests[0]!['ms']).toEqual(expect.any(Number));
    expect(JSON.stringify(lines)).not.toContain('secret');
  });

  it('has its id in every line that it causes, also behind a body', async () => {
    const lines = await startWithLog();
    vi.spyOn(app.database.pool, 'query').mockImplementation(() => {
      app.app.context.log.warn({}, 'inside');
      throw new Error('gone');
    });
    const failed = await ask('/api/auth/sign-in/email', undefined, 'POST');
    vi.restoreAllMocks();
    expect(failed.status).toBe(500);
    expect(failed.id).toMatch(OWN_ID);
    const messages = lines.filter(({ requestId }) => requestId === failed.id).map(({ msg }) => msg);
    expect(messages).toEqual(expect.arrayContaining(['inside', 'request failed', 'request']));
  });

  it('has its id in the line of a security event', async () => {
    const lines = await startWithLog();
    const { id } = await ask('/api/admin/stats');
    expect(lines.find(({ msg }) => msg === 'security event')).toMatchObject({ requestId: id });
  });
});

describe('the id of a proxy', () => {
  it('is taken from a trusted proxy, on every path', async () => {
    await startWithLog({ TRUSTED_PROXIES: '127.0.0.1' });
    for (const path of ['/api/books', '/api/books', '/api/nowhere', '/api/%zz'])
      expect((await ask(path, PROXY_ID)).id).toBe(PROXY_ID);
  });

  it('is not taken from any other client', async () => {
    await startWithLog();
    for (const path of ['/api/books', '/api/books', '/api/nowhere'])
      expect((await ask(path, PROXY_ID)).id).toMatch(OWN_ID);
  });

  it.each(['maya.lindgren@northfield.example', 'maya-lindgren-2026', '198.51.100.7', 'a'.repeat(65), 'abc'])(
    'is not taken in the form %s',
    async (given) => {
      await startWithLog({ TRUSTED_PROXIES: '127.0.0.1' });
      expect((await ask('/api/books', given)).id).toMatch(OWN_ID);
    },
  );
});

it('is part of a refusal for another host', async () => {
  const lines = await startWithLog();
  const { port } = new URL(app.address);
  const { request } = await import('node:http');
  const { promise, resolve } = Promise.withResolvers<[string, string]>();
  request({ port, host: '127.0.0.1', path: '/api/books', headers: { host: 'evil.example' } }, (response) => {
    let body = '';
    response.on('data', (chunk) => (body += String(chunk)));
    response.on('end', () => resolve([String(response.headers['x-request-id']), body]));
  }).end();
  const [id, body] = await promise;
  expect(JSON.parse(body)).toMatchObject({ code: 'unknown-host', requestId: id });
  // A request for another host looks like a proxy's: another line says that the metrics need a token now.
  const requests = lines.filter(({ msg }) => msg === 'request');
  expect(requests).toMatchObject([{ requestId: id, route: '(none)', status: 421 }]);
});

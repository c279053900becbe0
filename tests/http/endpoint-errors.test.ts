import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint, EndpointKey } from '#platform/shared/define-endpoints.ts';
import { TestApp, type TestClient } from '../support/server/test-app.ts';

let app: TestApp;
let person: TestClient;

beforeAll(async () => {
  app = await TestApp.start();
  person = await app.signedInClient();
});
afterAll(() => app.stop());

const endpoints = () => [...app.app.context.endpoints.mounted] as [EndpointKey, { endpoint: Endpoint }][];
const address = (key: EndpointKey) => {
  const [method, path] = key.split(' ') as [string, string];
  return { method, path: path.replace(/:\w+/g, () => crypto.randomUUID()) };
};
const send = (visitor: TestClient, key: EndpointKey, body?: unknown, headers?: Record<string, string>) => {
  const { method, path } = address(key);
  return visitor.send(method, path, method === 'GET' ? undefined : (body ?? {}), headers);
};

describe('every endpoint', () => {
  it('refuses a forged token where it reads one', async () => {
    const forged = { authorization: `Bearer ${'a'.repeat(20)}.${'b'.repeat(20)}.${'c'.repeat(20)}` };
    for (const [key, { endpoint }] of endpoints()) {
      const forger = await send(app.visitor(), key, {}, forged);
      expect([key, forger.status === 401]).toEqual([key, endpoint.auth !== 'public']);
    }
  });

  it('returns 404 for data that does not exist or belongs to another user', async () => {
    for (const [key, { endpoint }] of endpoints()) {
      if (!key.includes('/:id') || endpoint.auth === 'admin') continue;
      const { status } = await send(person, key);
      expect([key, [400, 404].includes(status) || key.endsWith('/views')]).toEqual([key, true]);
    }
  });

  it('returns a problem document for malformed bodies and ids', async () => {
    for (const [key, { endpoint }] of endpoints()) {
      if (endpoint.auth === 'admin') continue;
      const { method, path } = address(key);
      if (endpoint.body !== undefined) {
        const reply = await person.send(method, path, '[1, 2');
        expect([key, reply.status, reply.body.code]).toEqual([key, 400, 'malformed-json']);
      }
      if (endpoint.params !== undefined) {
        const reply = await person.send(
          method,
          path.replace(/[0-9a-f-]{36}/, 'x%00y'),
          method === 'GET' ? undefined : {},
        );
        expect([key, reply.status]).toEqual([key, 400]);
        expect(reply.headers.get('content-type')).toContain('application/problem+json');
      }
    }
  });
});

describe('all other URLs', () => {
  it.each([
    ['/healthz', 200],
    ['/readyz', 200],
    ['/metrics', 200],
    ['/api/openapi.json', 200],
    ['/api/nothing', 404],
    ['/nothing', 404],
  ])('%s returns %i', async (path, status) => {
    expect((await app.visitor().get(path)).status).toBe(status);
  });

  it('describes every endpoint in the OpenAPI document', async () => {
    const { body } = await app.visitor().get('/api/openapi.json');
    for (const [key, { endpoint }] of endpoints()) {
      const [method, path] = key.split(' ') as [string, string];
      const operation = body.paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()];
      expect(operation.summary).toBe(endpoint.summary);
      expect('security' in operation).toBe(endpoint.auth !== 'public');
    }
  });

  it('limits how much one user writes per minute', async () => {
    const limited = await TestApp.start({ unlimited: false });
    const writer = await limited.signedInClient();
    const replies = await Promise.all(
      Array.from({ length: 130 }, () => writer.post('/api/favorites/toggle', {})),
    );
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(5);
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0);
    await limited.stop();
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint, EndpointKey } from '#platform/shared/define-endpoints.ts';
import { isStaffRole } from '#platform/shared/team/staff-roles.ts';
import { TEST_PASSWORD, TestApp, type TestClient } from '../support/server/test-app.ts';
import { createTestDatabase } from '../support/server/test-database.ts';

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

/** Each field has the same value, which is wrong for most of them. */
function wrongBodies({ body }: Endpoint): unknown[] {
  const fields = Object.keys((body as { shape?: object } | undefined)?.shape ?? {});
  const filled = [null, -1, 1.5, '', 'x', 'x'.repeat(9_000), [], [1], {}].map((value) =>
    Object.fromEntries(fields.map((field) => [field, value])),
  );
  return [[], {}, ...filled];
}

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
      if (!key.includes('/:id') || isStaffRole(endpoint.auth)) continue;
      // Deleting a passkey requires this proof first.
      const { status } = await send(person, key, { password: TEST_PASSWORD });
      const isEmpty = key.endsWith('/views') || /^GET \/api\/users\/:id\/(books|slips)$/.test(key);
      expect([key, isEmpty || [400, 404].includes(status)]).toEqual([key, true]);
    }
  });

  it('returns a problem document for malformed bodies and ids', async () => {
    for (const [key, { endpoint }] of endpoints()) {
      if (isStaffRole(endpoint.auth)) continue;
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
        // What is typed after /b/ is no short address.
        expect([key, reply.status]).toEqual([key, key.includes('/short-addresses/') ? 404 : 400]);
        expect(reply.headers.get('content-type')).toContain('application/problem+json');
      }
    }
  });
});

/** The validator's own words. */
const RAW_TEXT = /expected|received|Invalid|Too (small|big)|NaN|>=|<=|Unrecognized/;

describe('invalid input', () => {
  it('is described in plain English for every endpoint', async () => {
    for (const [key, { endpoint }] of endpoints()) {
      if (isStaffRole(endpoint.auth)) continue;
      const { method, path } = address(key);
      const wrongPath = path.replace(/[0-9a-f-]{36}/, 'no-id');
      const query = '?limit=many&cursor=1&subject=1&userId=me&offset=-1';
      for (const body of method === 'GET' ? [undefined] : wrongBodies(endpoint)) {
        const { status, body: problem } = await person.send(method, wrongPath + query, body);
        if (status !== 400) continue;
        for (const { message } of [{ message: problem.detail }, ...(problem.errors ?? [])])
          expect([key, message]).toEqual([key, expect.not.stringMatching(RAW_TEXT)]);
      }
    }
  });

  it.each([
    ['/api/favorites?limit=0', 'limit must be at least 1'],
    ['/api/favorites?limit=1.5', 'limit must be a whole number'],
    ['/api/favorites?limit=many', 'limit must be a number'],
    ['/api/favorites?limit=500', 'limit must be at most 100'],
    [`/api/favorites?cursor=${'x'.repeat(4_001)}`, 'cursor must have at most 4,000 characters'],
    ['/api/favorites?userId=me', 'userId must be a UUID'],
    ['/api/books/no-id', 'id must be a UUID'],
  ])('names the field: %s', async (path, detail) => {
    expect((await person.get(path)).body).toMatchObject({ code: 'invalid-request', detail });
  });

  it.each([
    [{}, 'bookId is required'],
    [[], 'The body must be an object'],
    [{ bookId: 1 }, 'bookId must be text'],
    [{ bookId: crypto.randomUUID(), favorited: 'yes' }, 'favorited must be true or false'],
  ])('names the field of a body: %j', async (body, detail) => {
    const reply = await person.post('/api/favorites/toggle', body);
    expect(reply.body).toMatchObject({ code: 'invalid-request', detail });
  });

  it.each(['text/plain', 'text/plain; charset=utf-8', 'application/xml'])(
    'is refused as %s by every endpoint with a body',
    async (type) => {
      for (const [key, { endpoint }] of endpoints()) {
        if (endpoint.body === undefined) continue;
        const { method, path } = address(key);
        const reply = await person.send(method, path, '{}', { 'content-type': type });
        expect([key, reply.status, reply.body.code]).toEqual([key, 415, 'unsupported-media-type']);
      }
    },
  );
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
    const database = await createTestDatabase({ own: true });
    const limited = await TestApp.start({ database, unlimited: false });
    const writer = await limited.signedInClient();
    const replies = await Promise.all(
      Array.from({ length: 130 }, () => writer.post('/api/favorites/toggle', {})),
    );
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(5);
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0);
    await limited.stop();
    await database.close();
  });
});

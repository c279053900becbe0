import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Endpoint, endpointUrl, type EndpointKey } from '#platform/shared/define-endpoints.ts';
import type { Reply, TestClient } from '../support/server/test-app.ts';
import { type AccessRow, expectedByRole, seen } from './access/roles.ts';
import { endpointAccess } from './access/endpoint-access.ts';
import { routeAccess } from './access/route-access.ts';
import { AccessApp, connect, OWNERS_EMAIL } from './access/access-app.ts';
import { AccessFixtures } from './access/fixtures.ts';
import { type Role, roles } from './access/role-names.ts';
import { authAnswers, socketAccess } from './access/socket-access.ts';

let cast: AccessApp;
/** The routes registered with Fastify, as `METHOD /path`. */
const routes = new Set<string>();

const watch = (message: unknown) => {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook('onRoute', ({ method, url, config }) => {
    if (config?.findEndpoint !== undefined) return;
    for (const one of [method].flat()) if (one !== 'HEAD') routes.add(`${one} ${url}`);
  });
};

beforeAll(async () => {
  subscribe('fastify.initialization', watch);
  cast = await AccessApp.gather();
  unsubscribe('fastify.initialization', watch);
});
afterAll(() => cast.stop());

const calls = Object.entries(endpointAccess) as [EndpointKey, AccessRow][];
const others = Object.entries(routeAccess) as [EndpointKey, AccessRow][];
const callOf = (key: EndpointKey): Endpoint | undefined =>
  cast.app.app.context.endpoints.mounted.get(key)?.endpoint;

async function knock(
  key: EndpointKey,
  row: AccessRow,
  actor: Role,
  scene: AccessFixtures,
  visitor: TestClient,
): Promise<Reply> {
  const { params, query, body, headers, by = visitor } = await row.ask(scene, actor);
  const { method, path } = endpointUrl(key, { params, query });
  return by.send(method, path, body ?? (method === 'GET' ? undefined : {}), headers);
}

describe('the access table', () => {
  it('lists every endpoint and every other route, and no others', () => {
    const mounted = [...cast.app.app.context.endpoints.mounted.keys()];
    expect(Object.keys(endpointAccess).toSorted()).toEqual(mounted.toSorted());
    const rest = [...routes].filter((route) => !(route in endpointAccess));
    expect(Object.keys(routeAccess).toSorted()).toEqual(rest.toSorted());
  });

  it('lists every socket message', () => {
    const verbs = cast.app.app.live.clientMessageTypes();
    expect(['auth', ...Object.keys(socketAccess)].toSorted()).toEqual(verbs.toSorted());
  });
});

describe('over HTTP', () => {
  // Each row lists books of the owner.
  beforeEach(() => cast.app.database.pool.query('TRUNCATE daily_usage'));

  it.each([...calls, ...others])('%s responds to each role as listed', async (key, row) => {
    const scene = new AccessFixtures(cast);
    const answers: Partial<Record<Role, unknown>> = {};
    for (const actor of roles) {
      const reply = await knock(key, row, actor, scene, cast.people[actor]);
      answers[actor] = seen(reply, callOf(key));
      if (reply.status === 401) expect(reply.headers.get('www-authenticate')).toBe('Bearer');
      // No role may learn the owner's email or a push token.
      if (actor === 'owner' || actor === 'admin') continue;
      expect(JSON.stringify(reply.body)).not.toContain(OWNERS_EMAIL);
      expect(JSON.stringify(reply.body)).not.toMatch(/fcmToken/i);
    }
    expect(answers).toEqual(expectedByRole(row, callOf(key)));
  });

  const open = calls.filter(([, { cells }]) => !('admitted' in cells));
  it.each(open)('%s does not reveal a block to the blocked user', async (key, row) => {
    const [blocked, unblocked] = [
      await knock(key, row, 'blocked', new AccessFixtures(cast), cast.people.blocked),
      await knock(key, row, 'blocked', new AccessFixtures(cast, cast.talks.unblocked), cast.unblocked),
    ];
    expect([blocked.status, blocked.body?.code]).toEqual([unblocked.status, unblocked.body?.code]);
    expect(shapeOf(first(blocked.body))).toEqual(shapeOf(first(unblocked.body)));
  });
});

/** The sale of a listing, which stays with who has bought it. */
const aboutSales = new Set<string>(['GET /api/users/me/bought']);

describe('a listing that a measure hides', () => {
  beforeEach(() => cast.app.database.pool.query('TRUNCATE daily_usage'));

  /** The outcomes for all but its seller and the team, of what asks for a listing. */
  async function outcomes(book: 'hidden' | 'absent'): Promise<Record<string, unknown>> {
    const found: Record<string, unknown> = {};
    for (const [key, row] of [...calls, ...others]) {
      if ('admitted' in row.cells || aboutSales.has(key)) continue;
      const scene = new AccessFixtures(cast, cast.talks.unblocked, book);
      for (const actor of ['signedOut', 'another', 'blocked'] as const) {
        const { status, body } = await knock(key, row, actor, scene, cast.people[actor]);
        if (!scene.isAboutBook) break;
        found[`${key} by ${actor}`] = [status, body?.code];
      }
      await cast.app.database.pool.query('TRUNCATE daily_usage');
    }
    return found;
  }

  it('is for others as if it did not exist', async () => {
    const hidden = await outcomes('hidden');
    expect(hidden).toHaveProperty(['GET /book/:id/share.png by another']);
    expect(hidden).toEqual(await outcomes('absent'));
  });
});

/** Lists of the two users may differ in length, so one entry stands for the list. */
const first = (body: unknown): unknown => (Array.isArray(body) ? body[0] : body);

/** The fields of a response and of its nested values. Lists are reduced to one entry, and only offers and meetings have a `line`. */
function shapeOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, name === 'line' ? null : shapeOf(field)]),
  );
}

describe('over the socket', () => {
  it('closes at once for a deleted user', async () => {
    expect((await cast.orphan.closed).code).toBe(1008);
  });

  it.each(roles)('tells %s who they are', async (actor) => {
    const socket = await connect(cast.app, cast.people[actor]);
    if (actor === 'signedOut') socket.send({ type: 'auth', token: 'nobody’s' });
    await socket.until(() => socket.received.length > 0);
    const [answer] = socket.received;
    expect(answer?.type === 'error' ? answer.code : 'ok').toBe(authAnswers[actor]);
    socket.terminate();
  });

  it.each(Object.entries(socketAccess))('%s responds to each role as listed', async (type, row) => {
    const answers: Partial<Record<Role, string>> = {};
    for (const actor of roles) {
      const socket = await connect(cast.app, cast.people[actor]);
      const before = socket.received.length;
      socket.send({ type, ...row.message(new AccessFixtures(cast)) });
      await socket.settled();
      const [error] = socket.received
        .slice(before)
        .filter((message) => message.type === 'error' && message.code !== 'invalid-request');
      answers[actor] = error?.type === 'error' ? error.code : 'ok';
      socket.terminate();
    }
    expect(answers).toEqual(row.answers);
  });

  it('shows blocked users their own messages, as for any user', async () => {
    for (const [person, talk] of [
      [cast.people.blocked, cast.talks.blocked],
      [cast.unblocked, cast.talks.unblocked],
    ] as const) {
      const socket = await connect(cast.app, person);
      const content = crypto.randomUUID();
      socket.send({ type: 'send_message', conversationId: talk.id, content });
      await socket.next('new_message', ({ message }) => message.content === content);
      await socket.next('conversation', ({ conversation }) => conversation.lastMessage?.content === content);
      socket.terminate();
    }
  });
});

import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sessionsEnded } from '#features/accounts/server/account-events.ts';
import { userDeleted } from '#features/accounts/server/public.ts';
import {
  type TestConversations,
  tokenOf,
  useTestConversations,
} from '#tests/support/server/test-conversations.ts';

let talk: TestConversations;

useTestConversations((opened) => void (talk = opened));
afterEach(() => vi.restoreAllMocks());

const minutes = (n: number) => n * 60_000;
const inOneMinute = () => new Date(talk.clock.now().getTime() + minutes(1));

describe('connections', () => {
  it('answer a token with auth_success, a bad one with an error', async () => {
    const maya = await talk.person('Maya');
    const socket = await talk.connect(null);
    socket.send({ type: 'auth', token: 'nobody' });
    expect((await socket.next('error')).message).toContain('Authentication');
    socket.send({ type: 'send_message', conversationId: randomUUID(), content: 'Hi' });
    expect(await socket.next('error')).toMatchObject({ code: 'sign-in-required' });
    socket.send({ type: 'auth', token: maya.token });
    await socket.next('auth_success');
  });

  it('close without authentication after 5 seconds', async () => {
    const silent = await talk.connect(null);
    const maya = await talk.connect(await talk.person('Maya'));
    talk.clock.advance(4_999);
    await maya.settled();
    talk.clock.advance(1);
    expect((await silent.closed).code).toBe(1008);
    await maya.settled();
  });

  it('refuse other origins and other paths', async () => {
    const node = talk.nodes[0]!;
    const { host } = new URL(node.url);
    for (const origin of ['https://evil.example', `http://127.0.0.1:1`, 'null', `ftp://${host}`]) {
      await expect(talk.connect(null, node, { origin })).rejects.toThrow('403');
    }
    for (const origin of [`http://${host}`, 'https://books.example'])
      await talk.connect(null, node, { origin });
    await expect(talk.connect(null, { ...node, url: `${node.url}/elsewhere` })).rejects.toThrow('404');
  });

  it('leave other upgrades alone in development', async () => {
    const node = await talk.startNode({ leaveOtherUpgrades: true });
    node.server.on('upgrade', (request, socket) => {
      if (request.url !== '/ws') socket.end('HTTP/1.1 418 The page builder\r\n\r\n');
    });
    await expect(talk.connect(null, { ...node, url: `${node.url}/elsewhere` })).rejects.toThrow('418');
    await talk.connect(await talk.person('Maya'), node);
  });

  it('end 30 seconds after the token’s expiry, unless it is renewed', async () => {
    const maya = await talk.person('Maya');
    const [ending, renewed] = [await talk.connect(null), await talk.connect(null)];
    for (const socket of [ending, renewed]) {
      socket.send({ type: 'auth', token: tokenOf(maya.id, inOneMinute()) });
      await socket.next('auth_success');
    }
    talk.clock.advance(minutes(1) + 29_999);
    await ending.settled();
    renewed.send({ type: 'auth', token: tokenOf(maya.id, inOneMinute()) });
    await renewed.next('auth_success');
    talk.clock.advance(1);
    expect((await ending.next('error')).message).toContain('Authentication');
    expect((await ending.closed).code).toBe(1008);
    await renewed.settled();
  });

  it('cannot change their user', async () => {
    const socket = await talk.connect(await talk.person('Maya'));
    socket.send({ type: 'auth', token: (await talk.person('Eve')).token });
    expect((await socket.next('error')).message).toContain('Authentication');
    expect((await socket.closed).code).toBe(1008);
  });

  it('are not kept for a session that ends while its token is verified', async () => {
    const maya = await talk.person('Maya');
    const actor = { id: maya.id, roles: [], pausedUntil: null };
    const expiresAt = new Date(talk.clock.now().getTime() + 60_000);
    const verified = Promise.withResolvers<{ actor: typeof actor; sessionId: null; expiresAt: Date }>();
    const asked = Promise.withResolvers<void>();
    let hasEnded = false;
    const node = await talk.startNode({
      authenticateToken: () => {
        asked.resolve();
        return hasEnded ? Promise.resolve(null) : verified.promise;
      },
    });
    const socket = await talk.connect(null, node);
    socket.send({ type: 'auth', token: maya.token });
    await asked.promise;
    hasEnded = true;
    talk.events.publish(sessionsEnded, { userId: maya.id });
    verified.resolve({ actor, sessionId: null, expiresAt });
    expect((await socket.next('error')).message).toContain('Authentication');
    expect(node.live.isConnected(maya.id)).toBe(false);
  });

  it('are limited per user', async () => {
    const node = await talk.startNode({ socketLimits: { sweepIntervalMs: 10, maxPerUser: 2 } });
    const maya = await talk.person('Maya');
    const [first] = [await talk.connect(maya, node), await talk.connect(maya, node)];
    const third = await talk.connect(null, node);
    third.send({ type: 'auth', token: maya.token });
    expect((await third.next('error')).code).toBe('too-many-requests');
    expect((await third.closed).code).toBe(1008);
    first.terminate();
    await first.closed;
    await expect.poll(() => node.live.connections(), { timeout: 15_000 }).toBe(1);
    await talk.connect(maya, node);
  });

  it('close for deleted users', async () => {
    const maya = await talk.person('Maya');
    const [one, other, daniel] = [
      await talk.connect(maya),
      await talk.connect(maya),
      await talk.connect(await talk.person('Daniel')),
    ];
    talk.events.publish(userDeleted, { userId: maya.id });
    expect((await one.closed).code).toBe(1008);
    expect((await other.closed).code).toBe(1008);
    await daniel.settled();
  });

  it('close when the client does not respond', async () => {
    const maya = await talk.connect(await talk.person('Maya'));
    const pinged = maya.pings;
    talk.clock.advance(30_000);
    await pinged;
    await maya.settled();
    // A paused client receives nothing and responds to no ping.
    maya.pause();
    const node = talk.nodes[0]!;
    talk.clock.advance(30_000);
    const advanced = () => {
      talk.clock.advance(30_000);
      return node.live.connections();
    };
    await expect.poll(advanced, { timeout: 15_000 }).toBe(0);
  });

  it('close with 1012 when the server stops', async () => {
    const maya = await talk.connect(await talk.person('Maya'));
    await talk.nodes[0]!.close();
    expect((await maya.closed).code).toBe(1012);
    talk.nodes.length = 0;
  });
});

it('return service-unavailable while the database is unreachable, and accept the same message afterwards', async () => {
  const { buyer, conversationId } = await talk.scene();
  const socket = await talk.connect(buyer);
  const about = { conversationId, clientMessageId: randomUUID() };
  const message = { type: 'send_message', content: 'Hi', ...about } as const;
  const refused = () => Promise.reject(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }));
  vi.spyOn(talk.database.pool, 'query').mockImplementation(refused);
  vi.spyOn(talk.database.pool, 'connect').mockImplementation(refused);
  socket.send(message);
  expect(await socket.next('error')).toMatchObject({ code: 'service-unavailable', ...about });
  socket.send({ type: 'resume', conversationId, afterSeq: 0 });
  expect(await socket.next('error')).toMatchObject({ code: 'service-unavailable', conversationId });
  vi.restoreAllMocks();
  socket.send(message);
  expect((await socket.next('new_message')).message).toMatchObject({ content: 'Hi', seq: 1 });
});

it('return internal-error for any other failure', async () => {
  const { buyer, conversationId } = await talk.scene();
  const socket = await talk.connect(buyer);
  const fail = () => Promise.reject(new TypeError('x is not a function'));
  vi.spyOn(talk.database.pool, 'query').mockImplementation(fail);
  vi.spyOn(talk.database.pool, 'connect').mockImplementation(fail);
  socket.send({ type: 'send_message', conversationId, content: 'Hi' });
  expect(await socket.next('error')).toMatchObject({ code: 'internal-error' });
});

describe('invalid messages', () => {
  it('get an error, and the socket stays open', async () => {
    const socket = await talk.connect(await talk.person('Maya'));
    const bad = [
      '',
      'x',
      '[]',
      'null',
      '{"type":"dance"}',
      '{"type":"typing"}',
      '{"type":"resume","conversationId":"x"}',
      `{"type":"resume","conversationId":"${randomUUID()}","afterSeq":2147483648}`,
      `{"type":"resume","conversationId":"${randomUUID()}","afterSeq":1e300}`,
    ];
    for (const text of bad) {
      socket.sendRaw(text);
      expect((await socket.next('error')).code).toBe('invalid-request');
    }
    socket.sendRaw(Buffer.from([1, 2, 3]));
    expect((await socket.next('error')).code).toBe('invalid-request');
    await socket.settled();
  });

  it('get an error that names what they are about', async () => {
    const node = await talk.startNode({
      socketLimits: { sweepIntervalMs: 10, messageRate: { points: 3, durationMs: 5_000 } },
    });
    const socket = await talk.connect(await talk.person('Maya'), node);
    const about = { conversationId: randomUUID(), clientMessageId: randomUUID() };
    const empty = JSON.stringify({ type: 'send_message', content: ' ', ...about });
    socket.sendRaw(empty);
    expect(await socket.next('error')).toMatchObject({ code: 'invalid-request', ...about });
    for (let n = 0; n < 4; n += 1) socket.sendRaw(empty);
    const refused = await socket.next('error', ({ code }) => code === 'too-many-requests');
    expect(refused).toMatchObject(about);
    const notAnId = { conversationId: 'my-first', clientMessageId: '1' };
    const another = await talk.connect(await talk.person('Ann'));
    another.send({ type: 'send_message', content: 'Hi', ...notAnId });
    expect(await another.next('error')).toMatchObject({ code: 'invalid-request', ...notAnId });
    // Only what can be an id is repeated.
    const other = await talk.connect(await talk.person('Tom'));
    other.sendRaw(JSON.stringify({ type: 'typing', conversationId: 'x'.repeat(1_000) }));
    expect(await other.next('error')).not.toHaveProperty('conversationId');
  });

  it('are limited if they are tokens', async () => {
    const [nobody, maya] = [await talk.connect(null), await talk.person('Maya')];
    for (let n = 0; n < 6; n += 1) nobody.send({ type: 'auth', token: 'nobody' });
    await nobody.next('error', ({ code }) => code === 'too-many-requests');
    expect(nobody.all('error').filter(({ code }) => code === 'invalid-token')).toHaveLength(5);

    const [one, tab] = [await talk.connect(maya), await talk.connect(maya)];
    for (const socket of [one, tab])
      for (let n = 0; n < 21; n += 1) socket.send({ type: 'auth', token: maya.token });
    await Promise.all([one.settled(), tab.settled()]);
    expect([...one.all('auth_success'), ...tab.all('auth_success')]).toHaveLength(42);
    talk.clock.advance(500);
    one.send({ type: 'auth', token: maya.token });
    await one.next('auth_success');
  });

  it('close the socket with 1009 above 64 KB', async () => {
    const socket = await talk.connect(await talk.person('Maya'));
    socket.sendRaw('x'.repeat(64 * 1024));
    await socket.next('error');
    socket.sendRaw('x'.repeat(64 * 1024 + 1));
    expect((await socket.closed).code).toBe(1009);
  });

  it('are throttled, and a flood closes the socket', async () => {
    const node = await talk.startNode({
      socketLimits: { sweepIntervalMs: 10, messageRate: { points: 5, durationMs: 5_000 } },
    });
    const socket = await talk.connect(await talk.person('Maya'), node);
    for (let n = 0; n < 5; n += 1) socket.sendRaw('x');
    expect((await socket.next('error', ({ code }) => code === 'too-many-requests')).code).toBe(
      'too-many-requests',
    );
    for (let n = 0; n < 6; n += 1) socket.sendRaw('x');
    expect((await socket.closed).code).toBe(1008);
  });
});

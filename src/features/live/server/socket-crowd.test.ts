import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/server/test-database.ts';
import { type ConversationServer, TestConversations } from '#tests/support/server/test-conversations.ts';

let database: TestDatabase;
let talk: TestConversations;
const lines: Socket[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await database.reset();
  talk = new TestConversations(database);
  await talk.startNode();
});
afterEach(async () => {
  for (const line of lines.splice(0)) line.destroy();
  await talk.close();
});
afterAll(() => database.close());

const from = (address: string) => ({ 'x-forwarded-for': address });
const connectFrom = (address: string, person: Parameters<TestConversations['connect']>[0] = null) =>
  talk.connect(person, talk.nodes[0], from(address));

/** A raw socket connection that never responds, not even with a close frame, and all bytes it received. */
async function rawSocket(node: ConversationServer, send = Buffer.alloc(0)) {
  const { port } = new URL(node.url);
  const line = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
  lines.push(line);
  line.on('error', () => {});
  let bytes = Buffer.alloc(0);
  const ended = new Promise<void>((resolve) => line.on('end', resolve).on('close', () => resolve()));
  const upgraded = new Promise<void>((resolve) =>
    line.on('data', (part: Buffer) => {
      bytes = Buffer.concat([bytes, part]);
      if (bytes.includes('\r\n\r\n')) resolve();
    }),
  );
  line.write(
    `GET /ws HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  );
  await upgraded;
  expect(bytes.toString('latin1')).toMatch(/^HTTP\/1\.1 101 /);
  line.write(send);
  return { ended, bytes: () => bytes.subarray(bytes.indexOf('\r\n\r\n') + 4) };
}

describe('sockets of one IP address', () => {
  it('are limited to thirty unauthenticated ones; others still connect', async () => {
    const crowd = [];
    for (let n = 0; n < 30; n += 1) crowd.push(await connectFrom('192.0.2.1'));
    await expect(connectFrom('192.0.2.1')).rejects.toThrow('429');
    // The client's own X-Forwarded-For is ignored.
    await expect(connectFrom('198.51.100.9, 192.0.2.1')).rejects.toThrow('429');
    await connectFrom('192.0.2.2');

    const maya = await talk.person('Maya');
    crowd[0]!.send({ type: 'auth', token: maya.token });
    await crowd[0]!.next('auth_success');
    const free = await connectFrom('192.0.2.1');
    free.terminate();
    const node = talk.nodes[0]!;
    await expect.poll(() => node.live.connections(), { timeout: 15_000 }).toBe(31);
    await connectFrom('192.0.2.1');
  });

  it('are unlimited for authenticated users: a campus shares one IP address', async () => {
    const people = await Promise.all(Array.from({ length: 45 }, (_, n) => talk.person(`Student ${n}`)));
    for (const person of people) await connectFrom('192.0.2.1', person);
    expect(talk.nodes[0]!.live.connections()).toBe(45);
  });

  it('count an IPv6 network as one address', async () => {
    for (let n = 0; n < 30; n += 1) await connectFrom(`2001:db8:0:7::${n + 1}`);
    await expect(connectFrom('2001:db8:0:7:1:2:3:4')).rejects.toThrow('429');
    await connectFrom('2001:db8:0:8::1');
  });

  it('count the larger networks around an IPv6 address, which have more', async () => {
    const node = await talk.startNode({ socketLimits: { maxUnauthenticatedPerIp: 1 } });
    const open = (address: string) => talk.connect(null, node, from(address));
    for (let n = 0; n < 4; n += 1) await open(`2001:db8:0:10${n}::1`);
    await expect(open('2001:db8:0:1ff::1')).rejects.toThrow('429');
    for (let n = 2; n < 14; n += 1) await open(`2001:db8:0:${n.toString(16)}00::1`);
    await expect(open('2001:db8:0:ff00::1')).rejects.toThrow('429');
    await open('2001:db8:1::1');
    await open('192.0.2.1');
  });

  it('leave the share of connections that one address has', async () => {
    const node = await talk.startNode({ maxConnectionsPerIp: 3 });
    for (let n = 0; n < 5; n += 1) await talk.connect(null, node);
    const response = await fetch(`${node.url}/ws`);
    expect(response.status).toBe(404);
  });

  it('a request without an upgrade gets the ordinary 404', async () => {
    const response = await fetch(`${talk.nodes[0]!.url}/ws`);
    expect(response.status).toBe(404);
  });
});

describe('a crowd that comes back at once', () => {
  it('is verified four at a time, without those who have left', async () => {
    const people = await Promise.all(Array.from({ length: 9 }, (_, n) => talk.person(`Student ${n}`)));
    const gate = Promise.withResolvers<void>();
    const verified: string[] = [];
    const node = await talk.startNode({
      authenticateToken: async (id) => {
        verified.push(id);
        await gate.promise;
        const expiresAt = new Date(talk.clock.now().getTime() + 60_000);
        return { actor: { id, isAdmin: false }, sessionId: null, expiresAt };
      },
    });
    const sockets = await Promise.all(people.map(() => talk.connect(null, node)));
    for (const [n, socket] of sockets.entries()) {
      socket.send({ type: 'auth', token: people[n]!.id });
      await expect.poll(() => verified.length).toBe(Math.min(n + 1, 4));
    }
    sockets[8]!.terminate();
    await expect.poll(() => node.live.connections()).toBe(8);
    expect(verified).toHaveLength(4);
    gate.resolve();
    for (const socket of sockets.slice(0, 8)) await socket.next('auth_success');
    expect(verified).toEqual(people.slice(0, 8).map(({ id }) => id));
  });
});

describe('a connection without a closing handshake', () => {
  it('is cut at the deadline, after the reason was sent', async () => {
    const node = talk.nodes[0]!;
    const raw = await rawSocket(node);
    talk.clock.advance(5_000);
    await raw.ended;
    expect(raw.bytes()[0]).toBe(0x88);
    expect(raw.bytes().readUInt16BE(2)).toBe(1008);
    await expect.poll(() => node.live.connections(), { timeout: 5_000 }).toBe(0);
  });

  it('neither counts nor stays open if only its socket was closed', async () => {
    const node = await talk.startNode({ socketLimits: { sweepIntervalMs: 10, maxUnauthenticated: 1 } });
    const closing = Buffer.from([0x88, 0x80, 0, 0, 0, 0]);
    const raw = await rawSocket(node, closing);
    await raw.ended;
    const knock = () =>
      talk.connect(null, node).then(
        () => 'open',
        () => 'refused',
      );
    await expect.poll(knock, { timeout: 15_000 }).toBe('open');
    talk.clock.advance(5_000);
    await expect.poll(() => node.live.connections(), { timeout: 5_000 }).toBe(0);
  });
});

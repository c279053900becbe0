import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type ConversationServer,
  type TestConversations,
  useTestConversations,
} from '#tests/support/server/test-conversations.ts';
import { TestSocket } from '#tests/support/server/test-socket.ts';
import { parseReconnectDelayMs } from '#platform/shared/socket-pace.ts';

let talk: TestConversations;
const lines: Socket[] = [];

useTestConversations((opened) => void (talk = opened));
afterEach(() => {
  for (const line of lines.splice(0)) line.destroy();
});

const from = (address: string) => ({ 'x-forwarded-for': address });
const connectFrom = (address: string, person: Parameters<TestConversations['connect']>[0] = null) =>
  talk.connect(person, talk.nodes[0], from(address));

/** Opened and closed at once, with a moment to reconnect. */
const sentAway = { code: 1013, reason: expect.stringMatching(/^Reconnect after \d+ ms$/) };

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
    expect(await (await connectFrom('192.0.2.1')).closed).toEqual(sentAway);
    // The client's own X-Forwarded-For is ignored.
    expect(await (await connectFrom('198.51.100.9, 192.0.2.1')).closed).toEqual(sentAway);
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

  it('count an IPv6 network as one address, and the larger networks around it, which have more', async () => {
    const node = await talk.startNode({ socketLimits: { maxUnauthenticatedPerIp: 1 } });
    const open = (address: string) => talk.connect(null, node, from(address));
    await open('2001:db8:0:100::1');
    expect(await (await open('2001:db8:0:100:1:2:3:4')).closed).toEqual(sentAway);
    for (let n = 1; n < 4; n += 1) await open(`2001:db8:0:10${n}::1`);
    expect(await (await open('2001:db8:0:1ff::1')).closed).toEqual(sentAway);
    for (let n = 2; n < 14; n += 1) await open(`2001:db8:0:${n.toString(16)}00::1`);
    expect(await (await open('2001:db8:0:ff00::1')).closed).toEqual(sentAway);
    await open('2001:db8:1::1');
    await open('192.0.2.1');
  });

  it('leave most of what may be unauthenticated at once to other networks', async () => {
    const socketLimits = { maxUnauthenticatedAtOnce: 8, maxUnauthenticatedPerIp: 2 };
    const node = await talk.startNode({ socketLimits });
    const open = (address: string) => talk.connect(null, node, from(address));
    for (let n = 0; n < 2; n += 1) await open(`2001:db8:0:${n}00::1`);
    expect(await (await open('2001:db8:0:200::1')).closed).toEqual(sentAway);
    await open('192.0.2.1');
    expect(node.live.connections()).toBe(3);
  });

  it('leave the share of connections that one address has, and an ordinary request its 404', async () => {
    const node = await talk.startNode({ maxConnectionsPerIp: 3 });
    for (let n = 0; n < 5; n += 1) await talk.connect(null, node);
    const response = await fetch(`${node.url}/ws`);
    expect(response.status).toBe(404);
  });
});

describe('a crowd that reconnects at once', () => {
  it('is told to reconnect later beyond what is verified soon, and opens then', async () => {
    const gate = Promise.withResolvers<void>();
    const node = await talk.startNode({
      socketLimits: { maxUnauthenticatedAtOnce: 10 },
      authenticateToken: async (id) => {
        await gate.promise;
        const expiresAt = new Date(talk.clock.now().getTime() + 60_000);
        return { actor: { id, roles: [], pausedUntil: null }, sessionId: null, expiresAt };
      },
    });
    const people = await Promise.all(Array.from({ length: 14 }, (_, n) => talk.person(`Student ${n}`)));
    const arrive = async (query: string) => {
      const socket = new TestSocket(`${node.url.replace('http', 'ws')}/ws${query}`);
      await socket.opened;
      talk.sockets.push(socket);
      return socket;
    };
    const first = [];
    for (const { id } of people.slice(0, 10)) {
      first.push(await arrive(''));
      first.at(-1)!.send({ type: 'auth', token: id });
    }
    const delays = [];
    for (let n = 0; n < 4; n += 1) {
      const { code, reason } = await (await arrive('')).closed;
      delays.push(parseReconnectDelayMs({ code, reason }));
    }
    expect(delays).toEqual([1_005, 1_010, 1_015, 1_020]);
    const returned = await arrive('?returning');
    gate.resolve();
    for (const socket of first) await socket.next('auth_success');
    returned.send({ type: 'auth', token: people.at(-1)!.id });
    await returned.next('auth_success');
    expect(node.live.connections()).toBe(11);
  });

  it('is not slowed down by sockets that stay silent, nor by the knocks of one network', async () => {
    const node = await talk.startNode({ socketLimits: { maxUnauthenticatedAtOnce: 40 } });
    const open = (address: string) => talk.connect(null, node, from(address));
    for (let n = 0; n < 25; n += 1) await open(`198.51.100.${n}`);
    for (let n = 0; n < 20; n += 1) {
      // All but the last one authenticate at once.
      if (n === 19) talk.clock.advance(4_000);
      await talk.connect(await talk.person(`Student ${n}`), node, from('192.0.2.1'));
    }
    for (let n = 25; n < 40; n += 1) await open(`198.51.100.${n}`);
    const delayOf = async (address: string) => parseReconnectDelayMs(await (await open(address)).closed);
    for (let n = 0; n < 40; n += 1) await delayOf('192.0.2.1');
    expect([await delayOf('192.0.2.2'), await delayOf('192.0.2.3')]).toEqual([1_155, 1_160]);
  });

  it('is told to reconnect by a process that is full, and refused only beyond a bound', async () => {
    const node = await talk.startNode({
      socketLimits: { maxConnections: 2, maxTurnedAway: 4, closeTimeoutMs: 60_000 },
    });
    const open = (headers = {}) => talk.connect(null, node, headers);
    const [first] = [await open(), await open()];
    expect(await (await open()).closed).toEqual(sentAway);
    first.terminate();
    await expect.poll(() => node.live.connections()).toBe(1);
    await open();
    // They do not answer the close frame.
    await rawSocket(node);
    await rawSocket(node);
    await expect(open()).rejects.toThrow('503');
    // They are half of the bound: other networks have the rest.
    expect(await (await open(from('192.0.2.9'))).closed).toEqual(sentAway);
  });

  it('is verified four at a time, without those who have left', async () => {
    const people = await Promise.all(Array.from({ length: 9 }, (_, n) => talk.person(`Student ${n}`)));
    const gate = Promise.withResolvers<void>();
    const verified: string[] = [];
    const node = await talk.startNode({
      authenticateToken: async (id) => {
        verified.push(id);
        await gate.promise;
        const expiresAt = new Date(talk.clock.now().getTime() + 60_000);
        return { actor: { id, roles: [], pausedUntil: null }, sessionId: null, expiresAt };
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
    await expect.poll(() => node.live.connections()).toBe(0);
  });

  it('neither counts nor stays open if only its socket was closed', async () => {
    const node = await talk.startNode({ socketLimits: { sweepIntervalMs: 10, maxUnauthenticated: 1 } });
    const closing = Buffer.from([0x88, 0x80, 0, 0, 0, 0]);
    const raw = await rawSocket(node, closing);
    await raw.ended;
    const knock = async () => {
      const socket = await talk.connect(null, node);
      socket.send({ type: 'unknown' });
      const isSentAway = socket.closed.then(() => 'sent away');
      return Promise.race([isSentAway, socket.next('error').then(() => 'open')]);
    };
    await expect.poll(knock, { timeout: 15_000 }).toBe('open');
    talk.clock.advance(5_000);
    await expect.poll(() => node.live.connections()).toBe(0);
  });

  it('counts for its network until it is gone', async () => {
    const node = await talk.startNode({ socketLimits: { sweepIntervalMs: 10, maxUnauthenticatedPerIp: 1 } });
    const raw = await rawSocket(node, Buffer.from([0x88, 0x80, 0, 0, 0, 0]));
    await raw.ended;
    for (let knock = 0; knock < 10; knock += 1)
      expect(await (await talk.connect(null, node)).closed).toEqual(sentAway);
    await talk.connect(null, node, from('192.0.2.2'));
    talk.clock.advance(5_000);
    await expect.poll(() => node.live.connections()).toBeLessThan(2);
    await talk.connect(null, node);
  });
});

import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FastifyInstance } from 'fastify';
import type { ServerBounds } from './bounded-server.ts';
import { createHttpServer } from './create-http-server.ts';

const LARGE_BODY = Buffer.alloc(40 * 1024 * 1024, 'x');

/** Long enough for a machine that others use. */
const STALL_MS = 400;

let http: FastifyInstance;
const lines: Socket[] = [];
async function start(bounds: Partial<ServerBounds>, trustedProxies: string[] = []): Promise<void> {
  http = await createHttpServer({ logLevel: 'silent', trustedProxies, bounds });
  const open = { config: { auth: 'public' } } as const;
  http.route({
    ...open,
    method: ['GET', 'POST'],
    url: '/',
    handler: async () => {
      // A handler may take longer than a body may stall.
      await new Promise((resolve) => setTimeout(resolve, 2 * STALL_MS));
      return { done: true };
    },
  });
  http.get('/large', open, (_request, reply) => reply.send(LARGE_BODY));
  const refuse = (_request: unknown, reply: { code: (status: number) => { send(): void } }) =>
    reply.code(429).send();
  http.post('/refused', { ...open, onRequest: refuse }, () => '');
  await http.listen({ host: '127.0.0.1', port: 0 });
}
beforeEach(() => start({ stallMs: STALL_MS }));
async function stop(): Promise<void> {
  for (const line of lines.splice(0)) line.destroy();
  await http.close();
}
afterEach(stop);

function open(text = ''): Socket {
  const line = connect((http.server.address() as AddressInfo).port, '127.0.0.1');
  lines.push(line);
  line.on('error', () => {}).write(text);
  return line;
}
/** What the server has sent when it closes the connection. */
const send = (text: string) =>
  new Promise<string>((resolve) => {
    let received = '';
    open(text)
      .on('data', (data) => (received += data))
      .on('close', () => resolve(received));
  });
const countConnections = () =>
  new Promise<number>((resolve) => http.server.getConnections((_error, count) => resolve(count)));

const HEADERS = 'Host: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n';
const HEAD = `POST / HTTP/1.1\r\n${HEADERS}`;

describe('a request body', () => {
  it('that stalls is given up', async () => {
    expect(await send(`${HEAD}Content-Length: 100\r\n\r\n{"a"`)).toMatch(/^HTTP\/1\.1 408 /);
    expect(await send(`${HEAD}Transfer-Encoding: chunked\r\n\r\n`)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('that stalls gets one response, although it was refused before it has arrived', async () => {
    const head = 'POST /refused HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
    const received = await send(`${head}Content-Length: 100\r\n\r\n{"a"`);
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 429']);
  });

  it('that has arrived has all the time that its handler needs', async () => {
    expect(await send(`${HEAD}Content-Length: 2\r\n\r\n{}`)).toMatch(/^HTTP\/1\.1 200 /);
    expect(await send(`GET / HTTP/1.1\r\n${HEADERS}\r\n`)).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('a response', () => {
  const request = `GET /large HTTP/1.1\r\n${HEADERS}\r\n`;

  it('that is not read is given up', async () => {
    const line = open(request).pause();
    await new Promise((resolve) => line.once('connect', resolve));
    await expect.poll(countConnections).toBe(0);
  });

  it('that is read slowly arrives', async () => {
    // The pauses are together longer than a stall, and each is far shorter, also on a busy machine.
    const stallMs = 5 * STALL_MS;
    await stop();
    await start({ stallMs });
    const line = open(request);
    let bytes = 0;
    let nextPause = 0;
    line.on('data', (data) => {
      bytes += data.length;
      if (bytes < nextPause) return;
      nextPause += LARGE_BODY.length / 10;
      line.pause();
      setTimeout(() => line.resume(), stallMs / 8);
    });
    await new Promise((resolve) => line.on('close', resolve));
    expect(bytes).toBeGreaterThan(LARGE_BODY.length);
  });
});

describe('connections', () => {
  it('are bounded', () => {
    expect([http.server.maxConnections, http.server.timeout]).toEqual([16_000, STALL_MS]);
  });

  it('of one address are bounded, and a closed one makes room', async () => {
    await stop();
    await start({ maxConnectionsPerIp: 2 });
    const kept = [open(), open()];
    await expect.poll(countConnections).toBe(2);
    expect(await send('')).toBe('');
    kept[0]!.destroy();
    await expect.poll(countConnections).toBe(1);
    expect(await send(`${HEAD}Content-Length: 2\r\n\r\n{}`)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('of a trusted proxy are of many users', async () => {
    for (const proxy of ['127.0.0.1', '127.0.0.0/8', '127.0.0.0/255.0.0.0', 'loopback']) {
      await stop();
      await start({ maxConnectionsPerIp: 1 }, ['2001:db8::/32', proxy]);
      open();
      await expect.poll(countConnections).toBe(1);
      expect(await send(`${HEAD}Content-Length: 2\r\n\r\n{}`)).toMatch(/^HTTP\/1\.1 200 /);
    }
  });
});

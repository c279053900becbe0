import { connect, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { createHttpServer } from './create-http-server.ts';

let http: FastifyInstance;
beforeEach(async () => {
  http = await createHttpServer({ logLevel: 'silent', trustedProxies: [], bodyStallMs: 150 });
  http.post('/', { config: { auth: 'public' } }, async () => {
    // A handler may take longer than a body may stall.
    await new Promise((resolve) => setTimeout(resolve, 400));
    return { done: true };
  });
  await http.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => http.close());

/** What the server has sent when it closes the connection. */
const send = (text: string) =>
  new Promise<string>((resolve) => {
    let received = '';
    const line = connect((http.server.address() as AddressInfo).port, '127.0.0.1');
    line.on('data', (data) => (received += data)).on('close', () => resolve(received));
    line.write(text);
  });
const head = 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n';

it('a body that stalls is given up', async () => {
  expect(await send(`${head}Content-Length: 100\r\n\r\n{"a"`)).toMatch(/^HTTP\/1\.1 408 /);
  expect(await send(`${head}Transfer-Encoding: chunked\r\n\r\n`)).toMatch(/^HTTP\/1\.1 408 /);
});

it('a body that has arrived has all the time that its handler needs', async () => {
  expect(await send(`${head}Content-Length: 2\r\n\r\n{}`)).toMatch(/^HTTP\/1\.1 200 /);
});

it('the number of connections is bounded', () => {
  expect(http.server.maxConnections).toBe(12_000);
});

import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { recordLogLines } from '#tests/support/fakes/log-lines.ts';
import { createHttpServer } from './create-http-server.ts';

it('a body that its client does not finish is no error in the log', async () => {
  const { logStream, lines } = recordLogLines();
  const http = await createHttpServer({ logLevel: 'info', logStream, trustedProxies: [] });
  const { promise: ended, resolve } = Promise.withResolvers<number>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  http.addHook('onSend', async (_request, reply) => resolve(reply.statusCode));
  http.addHook('preParsing', async () => begin());
  http.post('/', { config: { auth: 'public' } }, () => '');
  await http.listen({ host: '127.0.0.1', port: 0 });
  lines.length = 0;

  const socket = connect((http.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(
    'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{',
  );
  await begun;
  socket.destroy();
  expect(await ended).toBe(400);
  expect(lines.filter(({ level }) => level > 30)).toEqual([]);
  await http.close();
});

it.each<[string, object]>([
  ['the bounded server', {}],
  ['the server of development', { serverFactory: createServer }],
])(
  '%s serves and logs no request of a connection that is reset before it is accepted',
  async (_, options) => {
    const { logStream, lines } = recordLogLines();
    const http = await createHttpServer({ logLevel: 'info', logStream, trustedProxies: [], ...options });
    const served: string[] = [];
    http.addHook('onRequest', async ({ ip }) => {
      served.push(ip);
      ip.replace(/%.*$/, '');
    });
    http.get('/', { config: { auth: 'public' } }, () => '');
    await http.listen({ host: '127.0.0.1', port: 0 });
    lines.length = 0;
    const { port } = http.server.address() as AddressInfo;

    // Meanwhile this process accepts nothing.
    execFileSync(process.execPath, ['--eval', SEND_AND_RESET, String(port)]);
    const socket = connect(port, '127.0.0.1');
    socket.end('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    await new Promise((resolve) => socket.on('close', resolve).resume());
    expect(served).toEqual(['127.0.0.1']);
    expect(lines).toMatchObject([{ route: '/', status: 200 }]);
    await http.close();
  },
);

const SEND_AND_RESET = `
  const socket = require('node:net').connect(Number(process.argv[1]), '127.0.0.1', () =>
    socket.write('GET / HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n', () => socket.resetAndDestroy()),
  );`;

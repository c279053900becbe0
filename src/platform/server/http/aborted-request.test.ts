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

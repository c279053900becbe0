import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { createMemoryDirectory } from '#platform/server/markets/market-directory.ts';
import { readConfig } from '../config.ts';
import { createReadinessCheck } from './check-readiness.ts';
import type { Markets } from './markets.ts';

/** Messages of PostgreSQL's protocol: a type, the length after it, and a body. */
function message(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
}
const AUTHENTICATED = message('R', Buffer.alloc(4));
const READY = message('Z', Buffer.from('I'));
const DONE = message('C', Buffer.from('SET\0'));

it('a database that answers too late keeps no session', async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    const check = createReadinessCheck({
      config: readConfig({}),
      directory: createMemoryDirectory([
        {
          number: 1,
          name: 'northfield',
          state: 'active',
          reason: null,
          hosts: ['northfield.example'],
          cell: 'main',
          database: { url: `postgres://nobody@127.0.0.1:${port}/nothing` },
          settings: {},
          version: 1,
        },
      ]),
      markets: { list: () => [] } as unknown as Markets,
    });
    await expect(check('northfield')).rejects.toThrow('No result within 2000 ms');
    const [socket] = sockets;
    const received: string[] = [];
    socket!.on('data', (bytes) => {
      const type = String.fromCodePoint(bytes[0]!);
      received.push(type);
      if (type === '\0') socket!.write(Buffer.concat([AUTHENTICATED, READY]));
      if (type === 'Q') socket!.write(Buffer.concat([DONE, READY]));
    });
    // The startup message, the statement, and the end.
    await expect.poll(() => received).toEqual(['\0', 'Q', 'X']);
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
});

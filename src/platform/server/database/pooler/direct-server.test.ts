import { createServer, type Server } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createProbe, isNotAsked } from './direct-server.ts';

let server: Server;
let port: number;
beforeEach(async () => {
  server = createServer((socket) => socket.on('error', () => {}).resume());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as { port: number }).port;
});
afterEach(() => new Promise<void>((resolve) => server.close(() => resolve())));

const probe = (host = '127.0.0.1') => createProbe(`postgres://user@${host}:${port}/db`)();

/** Nothing else runs in this process meanwhile, as while a long page is rendered. */
function work(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

it('believes a connection that was made while this process was busy', async () => {
  const asked = probe();
  work(1_200);
  await expect(asked).resolves.toBeUndefined();
});

it('rejects when nothing listens', async () => {
  await new Promise<void>((resolve) => server.close(() => resolve()));
  await expect(probe()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

it('says what tells nothing of the server', async () => {
  const unknown: unknown = await probe('nowhere.invalid').catch((error: unknown) => error);
  expect(isNotAsked(unknown)).toBe(true);
  expect(isNotAsked(Object.assign(new Error('connect EMFILE'), { code: 'EMFILE', syscall: 'connect' }))).toBe(
    true,
  );
  expect(isNotAsked(Object.assign(new Error('refused'), { code: 'ECONNREFUSED', syscall: 'connect' }))).toBe(
    false,
  );
  expect(isNotAsked(new Error('No connection within a second'))).toBe(false);
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestApp } from '#tests/support/server/test-app.ts';
import { TestSocket } from '#tests/support/server/test-socket.ts';

let app: TestApp;
const sockets: TestSocket[] = [];

beforeAll(async () => {
  app = await TestApp.start({ variables: { MAX_SOCKETS: '12' } });
});
afterAll(async () => {
  for (const socket of sockets) socket.terminate();
  await app.stop();
});

it('the sockets of one process are limited by MAX_SOCKETS: a further one is told when to reconnect, and a closed one makes room', async () => {
  const maya = await app.signedInClient('Maya');
  const users = [maya, await app.signedInClient('Ben'), await app.signedInClient('Eve')];
  for (let n = 0; n < 12; n += 1) sockets.push(await users[n % 3]!.connect());
  const further = await TestSocket.open(app.address);
  sockets.push(further);
  expect(await further.closed).toMatchObject({ code: 1013 });
  expect((await maya.get('/api/books')).status).toBe(200);
  sockets[0]!.terminate();
  await sockets[0]!.closed;
  await expect.poll(() => app.app.live.connections()).toBe(11);
  sockets.push(await maya.connect());
});

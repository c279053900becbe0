import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { FakePushService } from '#tests/support/fakes/fake-push-service.ts';
import { TestApp, type TestClient } from '#tests/support/server/test-app.ts';
import { pushServices } from '../rules.ts';

let app: TestApp;
let service: FakePushService;
let maya: TestClient;
let daniel: TestClient;

beforeAll(async () => {
  service = await FakePushService.start();
  app = await TestApp.start({
    push: { services: [...pushServices, service.origin], pushDelaySeconds: 3_600 },
  });
  daniel = await app.signedInClient('Daniel Okafor');
});
beforeEach(async () => {
  maya = await app.signedInClient('Maya Lindgren');
});
afterAll(async () => {
  await app.stop();
  await service.stop();
});

const sessionsOf = (who: TestClient) =>
  app.database.pool.query<{ id: string; session_id: string | null }>(
    'SELECT id, session_id FROM push_subscriptions WHERE user_id = $1',
    [who.id],
  );

it('a device registered while its session ends is not stored', async () => {
  const { subscription } = service.device();
  const other = await app.database.pool.connect();
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  try {
    await other.query('BEGIN');
    await other.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `push endpoint ${subscription.endpoint}`,
    ]);
    const token = JSON.stringify(subscription);
    const answer = maya.send('PUT', '/api/users/me/push-token', { token });
    // It has been authenticated, and waits for the concurrent registration of the same device.
    await expect.poll(async () => (await app.database.pool.query(waiting)).rowCount).toBe(1);
    expect((await maya.delete('/api/users/me/sessions?all=true')).status).toBe(200);
    await other.query('COMMIT');
    expect(await answer).toMatchObject({ status: 401, body: { code: 'invalid-token' } });
  } finally {
    other.release(true);
  }
  expect((await sessionsOf(maya)).rows).toEqual([]);
});

it('a device registered repeatedly meanwhile gets no message after the session has ended', async () => {
  const book = { title: 'Campbell Biology', author: 'Lisa A. Urry', condition: 'Good', price: 100 };
  const bookId = (await maya.post('/api/books', book)).body.id;
  const conversationId = (await daniel.post('/api/conversations', { bookId })).body.id;
  const device = service.device();
  const put = () =>
    maya.send('PUT', '/api/users/me/push-token', { token: JSON.stringify(device.subscription) });
  expect((await put()).status).toBe(200);
  const answers = [];
  for (let time = 0; time < 40; time += 1) {
    answers.push(put());
    if (time === 20) answers.push(maya.delete('/api/users/me/sessions?all=true'));
  }
  for (const { status } of await Promise.all(answers)) expect([200, 401]).toContain(status);
  expect((await sessionsOf(maya)).rows).toEqual([
    expect.objectContaining({ session_id: expect.any(String) }),
  ]);
  await daniel.post('/api/messages', { conversationId, content: 'Meet me at room 12' });
  const unqueued = "SELECT FROM notifications WHERE push_at < created_at + interval '1 hour'";
  await expect.poll(async () => (await app.database.pool.query(unqueued)).rowCount).toBe(0);
  await app.app.context.jobs.runNow('send-push');
  expect(device.told).toEqual([]);
  expect((await sessionsOf(maya)).rows).toEqual([]);
});

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

const put = (who: TestClient, token: unknown) => who.send('PUT', '/api/users/me/push-token', { token });

it('belongs to one user, with concurrent first requests, too', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { endpoint, keys } = service.device().subscription;
    const others = service.device().subscription.keys;
    const answers = await Promise.all([
      put(maya, JSON.stringify({ endpoint, keys })),
      put(daniel, JSON.stringify({ endpoint, keys: others })),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const sql = 'SELECT user_id, auth FROM push_subscriptions WHERE endpoint = $1';
    const { rows } = await app.database.pool.query(sql, [endpoint]);
    const isMayas = answers[0].status === 200;
    expect(rows).toEqual([{ user_id: isMayas ? maya.id : daniel.id, auth: (isMayas ? keys : others).auth }]);
  }
});

it('belongs to one user, in any spelling of its address', async () => {
  const path = `fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`;
  const spellings = [
    `https://${path}`,
    `https://${path.replace('fcm.', 'FCM.')}`,
    `HTTPS://${path.replace('/', '/./')}`,
    `https://${path.replace('.com', '.com:443')}`,
    ` https://${path.replace('/', '/a/../')}`,
  ];
  const { keys } = service.device().subscription;
  const { keys: others } = service.device().subscription;
  expect((await put(maya, { endpoint: spellings[0], keys })).status).toBe(200);
  for (const endpoint of spellings)
    expect([endpoint, (await put(daniel, JSON.stringify({ endpoint, keys: others }))).status]).toEqual([
      endpoint,
      400,
    ]);
  for (const endpoint of spellings) {
    expect((await put(daniel, { endpoint, keys })).status).toBe(200);
    expect((await put(maya, { endpoint, keys })).status).toBe(200);
  }
  const kept = async () => {
    const sql = 'SELECT user_id, endpoint FROM push_subscriptions WHERE endpoint ILIKE $1';
    return (await app.database.pool.query(sql, [`%${path.split('/').at(-1)}`])).rows;
  };
  expect(await kept()).toEqual([{ user_id: maya.id, endpoint: spellings[0] }]);
  const drop = { endpoint: spellings[2] };
  expect((await maya.send('DELETE', '/api/users/me/push-token', drop)).body).toEqual({ removed: true });
  expect(await kept()).toEqual([]);
});

it('is refused for a host that is no push service of a browser', async () => {
  const { keys } = service.device().subscription;
  const odd = [
    'http://127.0.0.1:1/x',
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://evil.example/fcm.googleapis.com',
    'https://push.apple.com/x',
    'https://evilpush.apple.com/x',
    'https://q0abc.push.apple.com/x',
    'https://*.notify.windows.com/x',
    'https://.notify.windows.com/x',
    'https://xn--.notify.windows.com/x',
    'https://a.b.notify.windows.com/x',
    `https://${'a'.repeat(40)}.notify.windows.com/x`,
    'https://fcm.googleapis.com:8443/x',
    'https://eve@fcm.googleapis.com/x',
    'https://:pass@fcm.googleapis.com/x',
    'https://@fcm.googleapis.com/x',
    'https://fcm.googleapis.com\\@127.0.0.1/x',
    'https://fcm.googleapis.com\\x',
    'https://fcm.googleapis.com/x#',
    `https://fcm.googleapis.com/${'ä'.repeat(400)}`,
    'https://127.0.0.1/x',
    'https://10.0.0.1/x',
    'https://[::1]/x',
    'https://localhost/x',
    'file:///etc/passwd',
    `https://fcm.googleapis.com/${'x'.repeat(1_000)}`,
    'nowhere',
  ];
  for (const endpoint of odd)
    expect([endpoint, (await put(maya, { endpoint, keys })).status]).toEqual([endpoint, 400]);
  for (const wrong of [
    { ...keys, auth: 'x' },
    { ...keys, p256dh: keys.p256dh.slice(2) },
    { ...keys, p256dh: Buffer.alloc(65, 4).toString('base64url') },
  ]) {
    expect((await put(maya, { endpoint: 'https://fcm.googleapis.com/x', keys: wrong })).status).toBe(400);
  }
  expect((await put(maya, 'no json')).status).toBe(400);
  for (const host of ['fcm.googleapis.com', 'web.push.apple.com', 'wns2-par02p.notify.windows.com']) {
    expect((await put(maya, { endpoint: `https://${host}/x`, keys })).status).toBe(200);
  }
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
  expect(device.received).toEqual([]);
  expect((await sessionsOf(maya)).rows).toEqual([]);
});

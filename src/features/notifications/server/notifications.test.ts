import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { busResumed } from '#platform/server/events/event-bus.ts';
import { FakePushService, type TestDevice } from '#tests/support/fakes/fake-push-service.ts';
import { TestApp, type TestClient } from '#tests/support/server/test-app.ts';
import { pushServices } from '../rules.ts';

let app: TestApp;
let service: FakePushService;
let maya: TestClient;
let daniel: TestClient;
let conversationId: string;

beforeAll(async () => {
  service = await FakePushService.start();
  app = await TestApp.start({
    push: { services: [...pushServices, service.origin], pushDelaySeconds: 3_600 },
    variables: { VAPID_SUBJECT: 'mailto:office@northfield.example' },
  });
  daniel = await app.signedInClient('Daniel Okafor');
});
beforeEach(async () => {
  maya = await app.signedInClient('Maya Lindgren');
  const book = { title: 'Campbell Biology', author: 'Lisa A. Urry', condition: 'Good', price: 100 };
  const bookId = (await maya.post('/api/books', book)).body.id;
  conversationId = (await daniel.post('/api/conversations', { bookId })).body.id;
});
afterAll(async () => {
  await app.stop();
  await service.stop();
});

const put = (who: TestClient, token: unknown) => who.send('PUT', '/api/users/me/push-token', { token });
/** Its notifications are queued after the response. */
async function say(content: string): Promise<{ id: string; seq: number }> {
  const { body } = await daniel.post('/api/messages', { conversationId, content });
  await expect.poll(() => count("notifications WHERE push_at < created_at + interval '1 hour'")).toBe(0);
  return body;
}
const sendPushes = () => app.app.context.jobs.runNow('send-push');
const count = async (table: string) =>
  Number((await app.database.pool.query(`SELECT count(*) FROM ${table}`)).rows[0].count);
const tokenOf = async (who: TestClient): Promise<string | null> =>
  (await app.database.pool.query('SELECT fcm_token FROM users WHERE id = $1', [who.id])).rows[0].fcm_token;

async function switchedOn(who = maya): Promise<TestDevice> {
  const device = service.device();
  app.clock.advance({ seconds: 1 });
  expect((await put(who, JSON.stringify(device.subscription))).status).toBe(200);
  return device;
}

describe('a device', () => {
  it('gets a message once, signed for the push service and encrypted for the device', async () => {
    const [phone, laptop] = [await switchedOn(), await switchedOn()];
    await say(`Is it still there?\n\n${'Really '.repeat(40)}`);
    await sendPushes();
    await sendPushes();
    expect(phone.received).toEqual(laptop.received);
    expect(phone.received).toEqual([
      {
        title: 'Daniel Okafor',
        body: expect.stringMatching(/^Is it still there\? Really .*…$/),
        path: `/conversation/${conversationId}`,
        sentAt: app.clock.now().toISOString(),
      },
    ]);
    expect(phone.received[0]!.body.length).toBeLessThanOrEqual(120);
    expect(phone.topics[0]).toMatch(/^[\w-]{22}$/);
    expect(await count('notifications WHERE push_at IS NOT NULL')).toBe(0);
  });

  it('gets no message that was read, seen on a page, or withheld meanwhile', async () => {
    const phone = await switchedOn();
    const read = await say('Read at once');
    await maya.patch(`/api/messages/${read.id}/read`, {});
    const noticed = await say('Seen on another page');
    const socket = await maya.connect();
    socket.send({ type: 'noticed', conversationId, upToSeq: noticed.seq });
    await socket.settled();
    const withheld = await say('Not for her');
    await app.database.pool.query('UPDATE messages SET is_withheld = true WHERE id = $1', [withheld.id]);
    await say('But this');
    await sendPushes();
    socket.terminate();
    expect(phone.received.map(({ body }) => body)).toEqual(['But this']);
  });

  it('gets only the newest message of a conversation, also after its service failed', async () => {
    const phone = await switchedOn();
    phone.answers = [500];
    await say('First');
    await expect(sendPushes()).rejects.toThrow('answered 500');
    for (const content of ['Second', 'Third']) await say(content);
    await sendPushes();
    expect(phone.received.map(({ body }) => body)).toEqual(['Third']);
    expect(await count('notifications WHERE push_at IS NOT NULL')).toBe(0);
  });

  it('reports messages as seen for its own user only', async () => {
    const phone = await switchedOn();
    const { seq } = await say('For Maya');
    const socket = await daniel.connect();
    socket.send({ type: 'noticed', conversationId, upToSeq: seq });
    await socket.settled();
    await sendPushes();
    socket.terminate();
    expect(phone.received).toHaveLength(1);
  });

  it('is retried when its service fails, and deleted when it is gone', async () => {
    const [phone, old, refusing, moved] = [
      await switchedOn(),
      await switchedOn(),
      await switchedOn(),
      await switchedOn(),
    ];
    phone.answers = [500, 429];
    old.answers = [410];
    refusing.answers = [413];
    moved.answers = [302];
    await say('Tried three times');
    const failures: string[] = [];
    for (let round = 0; round < 3; round += 1)
      await sendPushes().catch((error: Error) => failures.push(error.message));
    expect(failures).toEqual([
      expect.stringContaining('answered 500'),
      expect.stringContaining('answered 429'),
    ]);
    expect(phone.received).toHaveLength(1);
    expect(service.log).not.toContain('/elsewhere');
    expect(await count('notifications WHERE push_at IS NOT NULL')).toBe(0);
    expect(await tokenOf(maya)).toContain(moved.endpoint);
    await say('To those who are left');
    await sendPushes();
    expect([phone, old, refusing, moved].map(({ received }) => received.length)).toEqual([2, 0, 1, 1]);
  });

  it('gets what waits for hours once its service responds again', async () => {
    const phone = await switchedOn();
    phone.answers = [0];
    await say('First');
    await expect(sendPushes()).rejects.toThrow('fetch failed');
    const setStart = (hours: number, state: string) =>
      app.database.pool.query(
        `UPDATE pgboss.job SET start_after = now() + $1 * interval '1 hour'
         WHERE name = 'send-push' AND state = $2`,
        [hours, state],
      );
    await setStart(4, 'retry');
    await say('Second');
    await setStart(0, 'created');
    // The statement tells no process: it looks as after a gap in the events.
    app.app.context.events.publish(busResumed, { since: app.clock.now().toISOString() });
    await expect.poll(() => count('notifications WHERE push_at IS NOT NULL'), { timeout: 10_000 }).toBe(0);
    expect(phone.received.map(({ body }) => body)).toEqual(['Second', 'First']);
  });

  it('gets messages that a crashed process left behind, but none older than a day', async () => {
    const phone = await switchedOn();
    await say('Left behind');
    await app.database.pool.query('UPDATE notifications SET push_at = created_at WHERE push_at IS NOT NULL');
    await app.database.pool.query(`DELETE FROM pgboss.job WHERE name = 'send-push'`);
    await app.app.context.jobs.runNow('requeue-stale-pushes');
    await sendPushes();
    expect(phone.received).toHaveLength(0);
    app.clock.advance({ minutes: 2 });
    await app.app.context.jobs.runNow('requeue-stale-pushes');
    await sendPushes();
    expect(phone.received).toHaveLength(1);
    await say('Too late');
    app.clock.advance({ hours: 24 });
    await sendPushes();
    expect(phone.received).toHaveLength(1);
  });
});

describe('the push token', () => {
  it('is that of the newest device, accepted as text or as an object, and never returned', async () => {
    const phone = await switchedOn();
    app.clock.advance({ seconds: 1 });
    const laptop = service.device();
    expect((await put(maya, laptop.subscription)).status).toBe(200);
    const { endpoint, keys } = laptop.subscription;
    expect(JSON.parse((await tokenOf(maya))!)).toEqual({ endpoint, keys });
    expect(JSON.stringify((await maya.post('/api/users/sync')).body)).not.toContain('push/');
    const drop = (one: TestDevice) =>
      maya.send('DELETE', '/api/users/me/push-token', { endpoint: one.endpoint });
    expect((await drop(laptop)).body).toEqual({ removed: true });
    expect((await drop(laptop)).body).toEqual({ removed: false });
    expect(await tokenOf(maya)).toContain(phone.endpoint);
    await drop(phone);
    expect(await tokenOf(maya)).toBeNull();
  });

  it('moves to the user signed in on that browser now, without data of the previous user', async () => {
    const phone = await switchedOn();
    await say('For Maya');
    const tom = await app.signedInClient('Tom Whitaker');
    const stranger = service.device();
    const stolen = { ...stranger.subscription, endpoint: phone.endpoint };
    expect((await put(tom, stolen)).body.code).toBe('invalid-push-subscription');
    const { endpoint } = phone;
    expect((await tom.send('DELETE', '/api/users/me/push-token', { endpoint })).body).toEqual({
      removed: false,
    });
    expect((await put(tom, phone.subscription)).status).toBe(200);
    await sendPushes();
    expect(phone.received).toEqual([]);
    expect(await tokenOf(maya)).toBeNull();
    expect(await tokenOf(tom)).toContain(phone.endpoint);
  });

  it('is stored for at most ten devices; the one confirmed longest ago is deleted', async () => {
    const devices: TestDevice[] = [];
    for (let n = 0; n < 11; n += 1) devices.push(await switchedOn());
    await say('To ten');
    await sendPushes();
    expect(devices.map(({ received }) => received.length)).toEqual([0, ...Array(10).fill(1)]);
  });

  it('is queued after the response, whose time does not tell a sender whether the receiver has a device', async () => {
    const phone = await switchedOn();
    const gate = Promise.withResolvers<void>();
    const { jobs } = app.app.context;
    const enqueue = jobs.enqueue.bind(jobs);
    const held = vi.spyOn(jobs, 'enqueue').mockImplementationOnce(async (...job) => {
      await gate.promise;
      return enqueue(...job);
    });
    const content = 'Answered before it is queued';
    expect((await daniel.post('/api/messages', { conversationId, content })).status).toBe(200);
    await expect.poll(() => held.mock.calls.length).toBe(1);
    gate.resolve();
    held.mockRestore();
    await expect.poll(() => count("notifications WHERE push_at < created_at + interval '1 hour'")).toBe(0);
    await sendPushes();
    expect(phone.received.map(({ body }) => body)).toEqual([content]);
  });

  it('gets no messages of a user who was blocked meanwhile', async () => {
    const phone = await switchedOn();
    await say('Before the block');
    expect((await maya.send('PUT', `/api/blocks/${daniel.id}`)).status).toBeLessThan(300);
    await say('After the block');
    await sendPushes();
    await maya.delete(`/api/blocks/${daniel.id}`);
    expect(phone.received).toEqual([]);
    expect(await count('notifications WHERE push_at IS NOT NULL')).toBe(0);
  });
});

it('uses keys that are created once, shared by all processes and stored encrypted', async () => {
  const { key } = (await app.visitor().get('/api/notifications/key')).body;
  expect(Buffer.from(key, 'base64url')).toHaveLength(65);
  const { rows } = await app.database.pool.query(
    `SELECT value FROM installation_state WHERE name = 'push keys'`,
  );
  expect(Buffer.from(rows[0].value, 'base64url').toString('latin1')).not.toContain('privateKey');
});

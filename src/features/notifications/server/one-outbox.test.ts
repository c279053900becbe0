import { beforeEach, describe, expect, it } from 'vitest';
import { priceNotifications } from '#features/prices/server/price-notifications.ts';
import type { TestDevice } from '#tests/support/fakes/fake-push-service.ts';
import { type PushWorld, usePushWorld } from '#tests/support/product/push-world.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';
import type { TestWorld } from '#tests/support/server/test-world.ts';
import { describeNotifications } from './describe-notifications.ts';
import { enqueueNotifications, type NewNotification } from './enqueue-notifications.ts';

let push: PushWorld;
let world: TestWorld;
let reader: TestClient;
let phone: TestDevice;
let bookId: string;
usePushWorld((opened) => {
  push = opened;
  ({ world } = push);
});
beforeEach(async () => {
  await world.clear();
  reader = await world.app.signedInClient('Grace Kim');
  await world.app.verifyEmails();
  await reader.patch('/api/users/me/notifications', { mailPrices: true });
  phone = await push.addDevice(reader);
  bookId = (await world.createBook({ price: 2_000 })).id;
});

const jobs = () => world.app.app.context.jobs;
const query = async (text: string, values: unknown[] = []) =>
  (await world.app.database.pool.query(text, values)).rows;
const enqueue = (entry: Partial<NewNotification> = {}) => {
  const { context } = world.app.app;
  const now = context.clock.now();
  return context.database.transaction((tx) =>
    enqueueNotifications(
      context,
      tx,
      priceNotifications,
      [{ userId: reader.id, subjectId: bookId, previousPrice: 3_000, ...entry }],
      { now },
    ),
  );
};
const results = () => query('SELECT push_result, mail_result FROM notifications');
const inAnHour = () => new Date(world.app.clock.now().getTime() + 3_600_000);

describe('a notification', () => {
  it('is one row for its subject, however often it is caused', async () => {
    await enqueue();
    await enqueue();
    await jobs().runNow('send-push');
    expect(await results()).toEqual([{ push_result: 'sent', mail_result: 'sent' }]);
  });

  it.each(['the reader', 'the seller'])(
    'is withdrawn by a block of %s, also after it was written',
    async (who) => {
      phone.answers = [500];
      await enqueue({ mailAt: inAnHour() });
      await jobs()
        .runNow('send-push')
        .catch(() => {});
      const [from, to] = who === 'the reader' ? [reader, world.seller] : [world.seller, reader];
      await from.send('PUT', `/api/blocks/${to.id}`);
      world.app.clock.advance({ hours: 1 });
      await jobs().runNow('send-due-emails');
      await jobs().runNow('send-push');
      await from.delete(`/api/blocks/${to.id}`);
      expect(phone.received).toEqual([]);
      expect(await results()).toEqual([{ push_result: 'blocked', mail_result: 'blocked' }]);
    },
  );

  it('is tried a bounded number of times while its push service fails', async () => {
    phone.answers = Array(100).fill(500);
    await enqueue({ mailAt: null });
    await expect(jobs().runNow('send-push')).rejects.toThrow('answered 500');
    const attempts = async () =>
      (
        await query(`SELECT retry_count, retry_limit, start_after > now() AS waits FROM pgboss.job
        WHERE name = 'send-push' AND state = 'retry' ORDER BY created_on DESC LIMIT 1`)
      )[0];
    const { waits, retry_limit: limit } = (await attempts())!;
    expect(waits).toBe(true);
    expect(limit).toBeLessThan(100);
    const left = phone.answers.length;
    await jobs().runNow('requeue-stale-pushes');
    await jobs().runNow('requeue-stale-pushes');
    expect(phone.answers).toHaveLength(left);
    world.app.clock.advance({ hours: 25 });
    await jobs().runNow('requeue-stale-pushes');
    expect(await results()).toEqual([{ push_result: 'too old', mail_result: null }]);
    expect(await query('SELECT FROM notifications WHERE push_at IS NOT NULL')).toEqual([]);
    phone.answers = [];
  });

  it('goes with its user, and leaves no row for one who no longer exists', async () => {
    await enqueue();
    await world.app.app.accounts.deleteUser(reader.id);
    expect(await results()).toEqual([]);
    expect(await enqueue()).toEqual([]);
  });
});

describe('the answer to why a user got no push', () => {
  const describeReader = async () => {
    const [user] = await query('SELECT email FROM users WHERE id = $1', [reader.id]);
    return describeNotifications(world.app.database, user.email.toUpperCase());
  };

  it('names devices, settings and results', async () => {
    await enqueue();
    await jobs().runNow('send-push');
    expect(await describeReader()).toMatch(/pushPrices: true[^]*lower-price {2}push: sent .* {2}email: sent/);
    await reader.patch('/api/users/me/notifications', { pushPrices: false, mailPrices: false });
    await enqueue();
    expect(await describeReader()).toContain('lower-price  push: switched off  email: switched off');
    await reader.patch('/api/users/me/notifications', { pushPrices: true });
    await reader.send('DELETE', '/api/users/me/push-token', { endpoint: phone.endpoint });
    await enqueue();
    expect(await describeReader()).toMatch(/Devices: none[^]*push: no device/);
  });

  it('is null for an email that no user has', async () => {
    expect(await describeNotifications(world.app.database, 'nobody@northfield.example')).toBeNull();
  });
});

import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import type { TestDevice } from '#tests/support/fakes/fake-push-service.ts';
import { type PushWorld, usePushWorld } from '#tests/support/product/push-world.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';
import type { TestWorld } from '#tests/support/server/test-world.ts';

let push: PushWorld;
let world: TestWorld;
let reader: TestClient;
let phone: TestDevice;
let bookId: string;
let deviceId: string;
usePushWorld((opened) => {
  push = opened;
  ({ world } = push);
});
beforeEach(async () => {
  await world.clear();
  reader = await world.app.signedInClient('Grace Kim');
  await world.app.verifyEmails();
  await reader.patch('/api/users/me/notifications', { mailMessages: true });
  bookId = (await world.createBook({ price: 2_000 })).id;
});

const jobs = () => world.app.app.context.jobs;
const query = async (text: string, values: unknown[] = []) =>
  (await world.app.database.pool.query(text, values)).rows;
const now = () => world.app.clock.now();
const addPhone = async () => {
  phone = await push.addDevice(reader);
  deviceId = (await query('SELECT id FROM push_subscriptions WHERE user_id = $1', [reader.id]))[0].id;
};

/** A message as a process of version 0.1.0 writes it: without a row in the outbox of this one. */
async function writeMessage(): Promise<{ id: string; conversationId: string; seq: number }> {
  const { id: conversationId } = (await reader.post('/api/conversations', { bookId })).body;
  const { body } = await world.seller.post('/api/messages', { conversationId, content: 'Still interested?' });
  await query('TRUNCATE notifications');
  return { id: body.id, conversationId, seq: body.seq };
}
const addPending = (table: string, message: Awaited<ReturnType<typeof writeMessage>>, more: object) => {
  const row = {
    message_id: message.id,
    user_id: reader.id,
    conversation_id: message.conversationId,
    seq: message.seq,
    created_at: now(),
    ...more,
  };
  const names = Object.keys(row);
  return query(
    `INSERT INTO ${table} (${names.join()}) VALUES (${names.map((_, index) => `$${index + 1}`).join()})`,
    Object.values(row),
  );
};
const countEmails = async () =>
  (await query("SELECT FROM queued_emails WHERE subject = 'You have an unread message on BookSwap'")).length;

it('sends a push once whose job a process of the former version has left', async () => {
  const message = await writeMessage();
  await addPhone();
  await addPending('pending_push_notifications', message, { device_id: deviceId, is_queued: true });
  const { context } = world.app.app;
  await context.database.transaction(async (tx) => {
    for (let copy = 0; copy < 2; copy += 1)
      await context.jobs.enqueue(tx, 'send-push-notification', { messageId: message.id, deviceId });
  });
  await jobs().runNow('send-push-notification');
  await jobs().runNow('carry-over-messages');
  await jobs().runNow('send-push');
  expect(phone.received.map(({ body }) => body)).toEqual(['Still interested?']);
  expect(await query('SELECT FROM pending_push_notifications')).toEqual([]);
});

it('leaves a fresh push to the process that writes it, and sends one that was never queued', async () => {
  const message = await writeMessage();
  await addPhone();
  await addPending('pending_push_notifications', message, { device_id: deviceId });
  await jobs().runNow('carry-over-messages');
  expect(await query('SELECT FROM pending_push_notifications')).toHaveLength(1);
  world.app.clock.advance({ minutes: 2 });
  await Promise.all([jobs().runNow('carry-over-messages'), jobs().runNow('carry-over-messages')]);
  await jobs().runNow('carry-over-messages');
  await jobs().runNow('send-push');
  expect(phone.received).toHaveLength(1);
});

it('emails once about an unread message of the former version, and not if that has emailed', async () => {
  const before = await countEmails();
  const waiting = await writeMessage();
  await addPending('unread_message_emails', waiting, {});
  await jobs().runNow('carry-over-messages');
  expect(await countEmails()).toBe(before);
  world.app.clock.advance({ hours: 1 });
  await jobs().runNow('send-due-emails');
  await jobs().runNow('send-due-emails');
  const [{ mail_result: result }] = await query('SELECT mail_result FROM notifications');
  expect(result).toBe('sent');
  const { body } = await world.seller.post('/api/messages', {
    conversationId: waiting.conversationId,
    content: 'Hello?',
  });
  await query('TRUNCATE notifications');
  await addPending('unread_message_emails', waiting, { mailed_at: now() });
  await addPending('unread_message_emails', { ...waiting, ...body }, {});
  world.app.clock.advance({ hours: 1 });
  await jobs().runNow('carry-over-messages');
  await jobs().runNow('send-due-emails');
  expect(await query('SELECT mail_result FROM notifications ORDER BY seq')).toEqual([
    { mail_result: 'sent' },
    { mail_result: 'already emailed' },
  ]);
  expect(await query('SELECT FROM unread_message_emails')).toEqual([]);
});

it('sends the text of a notice about a book once, unless the book is sold', async () => {
  await addPhone();
  const add = async (title: string) => {
    const noticeId = randomUUID();
    await query(
      `INSERT INTO pending_book_notices (id, user_id, device_id, book_id, title, body, path, created_at)
       VALUES ($1, $2, $3, $4, $5, 'As before', '/book/1', $6)`,
      [noticeId, reader.id, deviceId, bookId, title, now()],
    );
    const { context } = world.app.app;
    await context.database.transaction((tx) => context.jobs.enqueue(tx, 'send-book-notice', { noticeId }));
    await jobs().runNow('send-book-notice');
    await jobs().runNow('send-book-notice');
    await jobs().runNow('send-push');
  };
  await add('While it is listed');
  await world.seller.patch(`/api/books/${bookId}`, { isSold: true });
  await add('After the sale');
  expect(phone.received.map(({ title }) => title)).toEqual(['While it is listed']);
  expect(await query('SELECT FROM pending_book_notices')).toEqual([]);
});

it('keeps the matches of a digest and the notices of lower prices, once', async () => {
  // Words of another book: otherwise the job of the new listing may alert in between.
  const { id: entryId } = (await reader.post('/api/wanted', { words: 'botany' })).body;
  await query('TRUNCATE wanted_alerts, notifications');
  const tomorrow = new Date(now().getTime() + 86_400_000);
  await query(
    `INSERT INTO wanted_alerts (entry_id, book_id, user_id, price, created_at, digest_due_at) VALUES ($1, $2, $3, 2000, $4, $5)`,
    [entryId, bookId, reader.id, now(), tomorrow],
  );
  await reader.post('/api/favorites/toggle', { bookId, favorited: true });
  await query(
    'INSERT INTO price_notices (book_id, user_id, notified_at, previous_price) VALUES ($1, $2, $3, 3000)',
    [bookId, reader.id, now()],
  );
  for (const name of ['carry-over-wanted-digests', 'carry-over-price-notices']) {
    await jobs().runNow(name);
    await jobs().runNow(name);
  }
  expect(await query('SELECT kind, mail_at FROM notifications ORDER BY kind')).toEqual([
    { kind: 'lower-price', mail_at: null },
    { kind: 'wanted-digest', mail_at: tomorrow },
  ]);
  expect(await query('SELECT FROM wanted_alerts WHERE digest_due_at IS NOT NULL')).toEqual([]);
  expect((await reader.get('/api/price-notices')).body).toMatchObject([{ bookId, previousPrice: 3_000 }]);
});

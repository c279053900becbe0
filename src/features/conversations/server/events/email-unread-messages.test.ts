import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { failWrites } from '#tests/support/server/fail-writes.ts';
import { TestApp, type TestClient } from '#tests/support/server/test-app.ts';

let app: TestApp;
let maya: TestClient;
let daniel: TestClient;
let conversationId: string;

beforeAll(async () => {
  app = await TestApp.start();
  daniel = await app.signedInClient('Daniel Okafor');
});
beforeEach(async () => {
  maya = await app.signedInClient('Maya Lindgren');
  const book = { title: 'Campbell Biology', author: 'Lisa A. Urry', condition: 'Good', price: 100 };
  const bookId = (await maya.post('/api/books', book)).body.id;
  conversationId = (await daniel.post('/api/conversations', { bookId })).body.id;
  await app.database.pool.query('UPDATE users SET email_verified = true WHERE id = $1', [maya.id]);
  expect((await maya.get('/api/users/me/notifications')).body).toMatchObject({
    mailMessages: false,
    emailVerified: true,
  });
});
afterAll(() => app.stop());

const say = async (content: string): Promise<{ id: string; seq: number }> =>
  (await daniel.post('/api/messages', { conversationId, content })).body;
const waiting = async (table: string) =>
  Number((await app.database.pool.query(`SELECT count(*) FROM ${table}`)).rows[0].count);
/** The emails about a conversation delivered so far. */
const mailed = async (id = conversationId) => {
  const { jobs, dataDir } = app.app.context;
  await jobs.runNow('send-due-emails');
  const outbox = join(dataDir, 'mail-outbox');
  const delivered = async () => {
    await jobs.runNow('send-email');
    return waiting('queued_emails');
  };
  await expect.poll(delivered).toBe(0);
  const names = await readdir(outbox).catch(() => []);
  const texts = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')));
  return texts.filter((text) => text.includes(id));
};
const choose = (mailMessages: boolean) => maya.patch('/api/users/me/notifications', { mailMessages });

it('arrives once for a conversation that is unread for an hour, and again only after it was read', async () => {
  await say('Before she wanted mails');
  await choose(true);
  await say('First');
  app.clock.advance({ minutes: 59 });
  expect(await mailed()).toEqual([]);
  const second = await say('Second');
  app.clock.advance({ minutes: 1 });
  const [mail, ...others] = await mailed();
  expect(others).toEqual([]);
  expect(mail).toContain('Subject: You have an unread message on BookSwap\n');
  expect(mail).toContain(`/conversation/${conversationId}?from=notification\n`);
  expect(mail).not.toContain('Second');
  app.clock.advance({ hours: 2 });
  expect(await mailed()).toHaveLength(1);
  await maya.patch(`/api/messages/${second.id}/read`, {});
  expect(await mailed()).toHaveLength(1);
  await say('Third');
  app.clock.advance({ minutes: 61 });
  expect(await mailed()).toHaveLength(2);
});

it('is not sent for a read message, to an unverified address, or after it was switched off', async () => {
  await choose(true);
  const read = await say('Read in time');
  await maya.patch(`/api/messages/${read.id}/read`, {});
  app.clock.advance({ hours: 1 });
  expect(await mailed()).toEqual([]);
  await say('Unproven');
  await app.database.pool.query('UPDATE users SET email_verified = false WHERE id = $1', [maya.id]);
  app.clock.advance({ hours: 1 });
  expect(await mailed()).toEqual([]);
  await app.database.pool.query('UPDATE users SET email_verified = true WHERE id = $1', [maya.id]);
  await say('Not wanted any more');
  await choose(false);
  await choose(true);
  app.clock.advance({ hours: 1 });
  expect(await mailed()).toEqual([]);
  expect(await waiting(`notifications WHERE mail_at IS NOT NULL AND user_id = '${maya.id}'`)).toBe(0);
});

it('that fails does not stop those to other users, and is due again', async () => {
  await choose(true);
  const { pool } = app.database;
  // Behind this one: users are read in the order of their ids.
  app.clock.advance({ seconds: 1 });
  const later = await app.signedInClient('Omar Reyes');
  await pool.query('UPDATE users SET email_verified = true WHERE id = $1', [later.id]);
  await later.patch('/api/users/me/notifications', { mailMessages: true });
  const { bookId } = (await maya.get(`/api/conversations/${conversationId}`)).body;
  const other = (await later.post('/api/conversations', { bookId })).body.id;
  await say('Failing');
  await maya.post('/api/messages', { conversationId: other, content: 'Sent' });
  app.clock.advance({ hours: 1 });
  const mend = await failWrites(pool, 'notifications', conversationId, 'subject_id');
  expect(await mailed()).toEqual([]);
  expect(await mailed(other)).toHaveLength(1);
  await mend();
  expect(await mailed()).toHaveLength(1);
  expect(await mailed(other)).toHaveLength(1);
});

it('is sent again for new messages in a conversation that has been unread for a month', async () => {
  await choose(true);
  const before = (await mailed()).length;
  await say('Mailed about');
  app.clock.advance({ hours: 1 });
  expect(await mailed()).toHaveLength(before + 1);
  const own = () => `notifications WHERE subject_id = '${conversationId}'`;
  const age = (days: number) =>
    app.database.pool.query(`UPDATE notifications SET created_at = created_at - interval '${days} days'`);
  await age(29);
  expect(await mailed()).toHaveLength(before + 1);
  expect(await waiting(own())).toBe(1);
  await age(1);
  await app.app.context.jobs.runNow('purge-notifications');
  expect(await waiting(own())).toBe(0);
  await say('New');
  app.clock.advance({ hours: 1 });
  expect(await mailed()).toHaveLength(before + 2);
});

it.each(['its receiver', 'its sender'])('is not sent after a block by %s', async (who) => {
  await choose(true);
  await say('Before the block');
  const [from, to] = who === 'its receiver' ? [maya, daniel] : [daniel, maya];
  expect((await from.send('PUT', `/api/blocks/${to.id}`)).status).toBeLessThan(300);
  app.clock.advance({ hours: 1 });
  expect(await mailed()).toEqual([]);
  await from.delete(`/api/blocks/${to.id}`);
  expect(await waiting(`notifications WHERE user_id = '${maya.id}' AND mail_result = 'blocked'`)).toBe(1);
});

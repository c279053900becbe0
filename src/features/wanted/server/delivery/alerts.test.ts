import { beforeEach, describe, expect, it } from 'vitest';
import { AVAILABLE_BOOK_QUEUE } from '#features/books/server/availability/enqueue-available-book.ts';
import { failWrites } from '#tests/support/server/fail-writes.ts';
import { readOutbox } from '#tests/support/product/read-outbox.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { type PushWorld, usePushWorld } from '#tests/support/product/push-world.ts';
import { algorithms, type TestWorld } from '#tests/support/server/test-world.ts';

let push: PushWorld;
let world: TestWorld;
let reader: TestClient;

usePushWorld(
  (opened) => {
    push = opened;
    ({ world } = push);
  },
  { CAMPUS_TIME_ZONE: 'America/New_York' },
);
beforeEach(async () => {
  await world.clear();
  await world.app.database.pool.query('TRUNCATE wanted_entries, notifications, blocks CASCADE');
  reader = await world.app.signedInClient('Grace Kim');
  await world.app.verifyEmails();
});

const ISBN = '9780262046305';
const jobs = (name: string) => world.app.app.context.jobs.runNow(name);
const add = (body: object, who = reader) => who.post('/api/wanted', body);
const choose = (settings: object) => reader.patch('/api/users/me/notifications', settings);
const unseen = async (who = reader) => (await who.get('/api/wanted/unseen')).body.unseen;

/** Lists a book, and runs what follows from it. */
async function list(fields: object = {}): Promise<string> {
  const { id } = await world.createBook(fields);
  await jobs(AVAILABLE_BOOK_QUEUE);
  await jobs('send-push');
  return id;
}

/** The emails to a user about wanted books. */
const emails = async (who = reader) =>
  (await readOutbox(world.app, who.id)).filter((text) => text.includes('/unsubscribe/'));
async function digests(): Promise<string[]> {
  await jobs('send-due-emails');
  return emails();
}

describe('an alert', () => {
  it('is pushed at once for an exact ISBN, and opens the listing', async () => {
    const phone = await push.addDevice(reader);
    await add({ isbn: ISBN });
    await add({ words: 'algorithms' });
    const id = await list();
    expect(phone.received).toEqual([
      {
        title: `Listed: ${algorithms.title}`,
        body: '$68.00, Like New, from Priya Raman',
        path: `/book/${id}`,
        sentAt: world.app.clock.now().toISOString(),
      },
    ]);
    world.app.clock.advance({ days: 1 });
    expect(await digests()).toEqual([]);
  });

  it('waits for the digest if it matched words, and is pushed if emails are off', async () => {
    const phone = await push.addDevice(reader);
    await add({ words: 'algorithms' });
    await list();
    expect(phone.received).toEqual([]);
    await choose({ mailWanted: 'off' });
    await list();
    expect(phone.received).toHaveLength(1);
    await choose({ pushWanted: false });
    await list();
    expect(phone.received).toHaveLength(1);
    expect(await unseen()).toBe(3);
  });

  it('is not pushed once the listing is sold, or there is a block', async () => {
    const phone = await push.addDevice(reader);
    await add({ isbn: ISBN });
    const { id } = await world.createBook();
    await jobs(AVAILABLE_BOOK_QUEUE);
    await world.seller.patch(`/api/books/${id}`, { isSold: true });
    await jobs('send-push');
    await world.createBook();
    await jobs(AVAILABLE_BOOK_QUEUE);
    await reader.send('PUT', `/api/blocks/${world.seller.id}`);
    await jobs('send-push');
    // A worker may have been faster than the sale.
    expect(phone.received.length).toBeLessThanOrEqual(2);
    const { rows } = await world.app.database.pool.query(
      'SELECT FROM notifications WHERE push_at IS NOT NULL',
    );
    expect(rows).toEqual([]);
  });

  it('is mailed at once if that is chosen, to a verified address only, without a title in the subject', async () => {
    await choose({ mailWanted: 'at-once' });
    await add({ isbn: ISBN });
    await add({ words: 'algorithms' });
    const id = await list();
    const [email, ...more] = await emails();
    expect(more).toEqual([]);
    expect(email).toContain('Subject: A book that you want is listed on BookSwap\n');
    expect(email).toContain(`/book/${id}\n`);
    expect(email).toContain('for $68.00, Like New, from Priya Raman');
    await world.app.database.pool.query('UPDATE users SET email_verified = false WHERE id = $1', [reader.id]);
    await list();
    expect(await emails()).toHaveLength(1);
  });
});

describe('the digest', () => {
  it('comes once, in the morning of the campus, with everything of the day that is still for sale', async () => {
    // It is 4 a.m. in New York.
    await add({ words: 'algorithms' });
    await add({ isbn: ISBN });
    const ids = [await list({ title: 'Algorithms One' }), await list({ title: 'Algorithms Two' })];
    const sold = await list({ title: 'Algorithms Three' });
    await world.seller.patch(`/api/books/${sold}`, { isSold: true });
    expect(await digests()).toEqual([]);
    world.app.clock.advance({ hours: 3, minutes: 59 });
    expect(await digests()).toEqual([]);
    world.app.clock.advance({ minutes: 1 });
    await Promise.all([jobs('send-due-emails'), jobs('send-due-emails')]);
    const [digest, ...more] = await digests();
    expect(more).toEqual([]);
    expect(digest).toContain('Subject: Books that you want are listed on BookSwap\n');
    for (const id of ids) expect(digest!.split(`/book/${id}\n`)).toHaveLength(2);
    expect(digest).not.toContain('Three');
    await list({ title: 'Algorithms Four' });
    world.app.clock.advance({ hours: 23 });
    expect(await digests()).toHaveLength(1);
    world.app.clock.advance({ hours: 1 });
    expect(await digests()).toHaveLength(2);
    expect(await digests()).toHaveLength(2);
    // The product's morning again, for the tests that follow.
    world.app.clock.advance({ hours: -28 });
  });

  it('is one a day, also if an alert of before is written late', async () => {
    await add({ words: 'algorithms' });
    await list();
    world.app.clock.advance({ days: 1 });
    expect(await digests()).toHaveLength(1);
    await list();
    const { pool } = world.app.database;
    await pool.query('UPDATE notifications SET mail_at = $1 WHERE mail_at IS NOT NULL', [
      world.app.clock.now(),
    ]);
    expect(await digests()).toHaveLength(1);
    world.app.clock.advance({ days: 1 });
    expect(await digests()).toHaveLength(2);
    world.app.clock.advance({ days: -2 });
  });

  it('that fails does not stop those of other users, and is due again', async () => {
    world.app.clock.advance({ seconds: 1 });
    const other = await world.app.signedInClient('Omar Reyes');
    await world.app.verifyEmails();
    for (const who of [reader, other]) await add({ words: 'algorithms' }, who);
    await list();
    const mend = await failWrites(world.app.database.pool, 'notifications', reader.id, 'user_id');
    world.app.clock.advance({ days: 1 });
    expect(await digests()).toEqual([]);
    expect(await emails(other)).toHaveLength(1);
    await mend();
    expect(await digests()).toHaveLength(1);
    expect(await emails(other)).toHaveLength(1);
    world.app.clock.advance({ days: -1 });
  });

  it('does not come after emails were switched off, or between blocked users', async () => {
    await add({ words: 'algorithms' });
    await list();
    await choose({ mailWanted: 'off' });
    world.app.clock.advance({ days: 1 });
    expect(await digests()).toEqual([]);
    await choose({ mailWanted: 'daily' });
    await list();
    await world.seller.send('PUT', `/api/blocks/${reader.id}`);
    world.app.clock.advance({ days: 1 });
    expect(await digests()).toEqual([]);
    world.app.clock.advance({ days: -2 });
  });
});

describe('the link that ends the emails', () => {
  const linkIn = (email: string) => /^List-Unsubscribe: <(.+)>$/m.exec(email)![1]!;
  const open = (url: string, method = 'GET', more: RequestInit = {}) =>
    fetch(new URL(new URL(url).pathname, world.app.address), { method, ...more });

  async function receive(): Promise<string> {
    await choose({ mailWanted: 'at-once' });
    await add({ isbn: ISBN });
    await list();
    return (await emails())[0]!;
  }
  const chosen = async () => (await reader.get('/api/users/me/notifications')).body.mailWanted;

  it('works with one click of an email program, without a cookie, from any origin', async () => {
    const email = await receive();
    expect(email).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\n');
    const link = linkIn(email);
    expect(email.split(link)).toHaveLength(3);
    const response = await open(link, 'POST', {
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://mail.example' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('get emails about wanted books');
    expect(await chosen()).toBe('off');
    const parts = new FormData();
    parts.set('List-Unsubscribe', 'One-Click');
    expect((await open(link, 'POST', { body: parts })).status).toBe(200);
    expect((await open(link, 'POST')).status).toBe(200);
  });

  it('changes nothing when it is opened', async () => {
    const link = linkIn(await receive());
    const response = await open(link);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('<form method="post"><button>Stop these emails</button></form>');
    expect(await chosen()).toBe('at-once');
  });

  it('ends with the address, and works for no other user', async () => {
    const link = linkIn(await receive());
    const { pathname } = new URL(link);
    for (const wrong of [pathname.replace(reader.id, world.seller.id), `${pathname}x`, pathname.slice(0, -1)])
      expect((await open(new URL(wrong, link).href, 'POST')).status).toBe(404);
    await world.app.database.pool.query("UPDATE users SET email = 'new@northfield.example' WHERE id = $1", [
      reader.id,
    ]);
    expect((await open(link)).status).toBe(404);
    expect((await open(link, 'POST')).status).toBe(404);
    expect(await chosen()).toBe('at-once');
  });
});

describe('the seller', () => {
  const students = async (query: string) => (await world.seller.get(`/api/wanted/students${query}`)).body;

  it('reads how many others want an ISBN, and not more after blocking one of them', async () => {
    expect(await students(`?isbn=${ISBN}`)).toEqual({ students: 0 });
    for (const who of [reader, world.buyer, world.seller]) await add({ isbn: ISBN, maxPrice: 100 }, who);
    expect(await students('?isbn=0-262-04630-X')).toEqual({ students: 2 });
    await world.seller.send('PUT', `/api/blocks/${reader.id}`);
    expect(await students(`?isbn=${ISBN}`)).toEqual({ students: 2 });
  });

  it('reads how many were told of their listing: each once, nobody across a block or above a price', async () => {
    const blocked = await world.app.signedInClient('Blocked Student');
    await add({ isbn: ISBN });
    await add({ words: 'algorithms' });
    await add({ isbn: ISBN, maxPrice: 100 }, world.buyer);
    await add({ isbn: ISBN }, blocked);
    await world.seller.send('PUT', `/api/blocks/${blocked.id}`);
    const id = await list();
    expect(await students(`/${id}`)).toEqual({ students: 1 });
    expect((await reader.get(`/api/wanted/students/${id}`)).status).toBe(404);
  });

  it('does not learn from a lower price what a student pays at most', async () => {
    await add({ isbn: ISBN, maxPrice: 3_000 }, world.buyer);
    const id = await list();
    expect(await students(`/${id}`)).toEqual({ students: 0 });
    await world.seller.patch(`/api/books/${id}`, { price: 2_900 });
    await world.app.app.context.jobs.runNow(AVAILABLE_BOOK_QUEUE);
    expect(await unseen(world.buyer)).toBe(1);
    expect(await students(`/${id}`)).toEqual({ students: 0 });
  });
});

describe('the dot', () => {
  it('appears at once, and goes in all browsers when the alerts were seen', async () => {
    await add({ isbn: ISBN });
    const socket = await reader.connect();
    await list();
    await socket.next('wanted');
    expect(await unseen()).toBe(1);
    const [entry] = (await reader.get('/api/wanted')).body;
    const upTo = entry.alerts[0].createdAt;
    world.app.clock.advance({ seconds: 1 });
    await list();
    await socket.next('wanted');
    expect((await reader.post('/api/wanted/seen', { upTo })).body).toEqual({ unseen: 1 });
    await socket.next('wanted');
    expect(
      (await reader.get('/api/wanted')).body[0].alerts.map(({ isSeen }: { isSeen: boolean }) => isSeen),
    ).toEqual([false, true]);
    socket.terminate();
  });
});

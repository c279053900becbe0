import { beforeEach, describe, expect, it } from 'vitest';
import { AVAILABLE_BOOK_QUEUE } from '#features/books/server/availability/enqueue-available-book.ts';
import type { TestDevice } from '#tests/support/fakes/fake-push-service.ts';
import { readOutbox } from '#tests/support/product/read-outbox.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { type PushWorld, usePushWorld } from '#tests/support/product/push-world.ts';
import type { TestWorld } from '#tests/support/server/test-world.ts';

let push: PushWorld;
let world: TestWorld;
let reader: TestClient;
let phone: TestDevice;

usePushWorld(
  (opened) => {
    push = opened;
    ({ world } = push);
  },
  { CAMPUS_TIME_ZONE: 'America/New_York' },
);
beforeEach(async () => {
  await world.clear();
  await world.app.database.pool.query('TRUNCATE wanted_entries, notifications CASCADE');
  reader = await world.app.signedInClient('Grace Kim');
  await world.app.verifyEmails();
  await reader.patch('/api/users/me/notifications', { mailWanted: 'at-once' });
  phone = await push.addDevice(reader);
});

const ISBN = '9780262046305';
const OTHER_ISBN = '9780306406157';
const jobs = (name: string) => world.app.app.context.jobs.runNow(name);
const want = (body: object) => reader.post('/api/wanted', body);
const list = async (fields: object = {}, seller = world.seller): Promise<string> =>
  (await world.createBook(fields, seller)).id;
const emails = () => readOutbox(world.app, reader.id);

/** How many push messages and emails the reader got of one listing each. */
async function received(): Promise<{ pushes: number; emails: number }> {
  await Promise.all([jobs(AVAILABLE_BOOK_QUEUE), jobs(AVAILABLE_BOOK_QUEUE)]);
  await jobs('send-push');
  const mailed = (await emails()).filter((text) => text.includes('Subject: A book that you want'));
  return { pushes: phone.received.length, emails: mailed.length };
}

describe('messages at once', () => {
  it('are one of an entry and a seller in 24 hours, however much is listed; the digest has the others', async () => {
    await want({ isbn: ISBN });
    await want({ words: 'algorithms' });
    const ids = [];
    for (let number = 0; number < 20; number += 1) ids.push(await list());
    expect(await received()).toEqual({ pushes: 1, emails: 1 });
    expect((await reader.get('/api/wanted/unseen')).body).toEqual({ unseen: 40 });
    world.app.clock.advance({ hours: 23 });
    await list();
    expect(await received()).toEqual({ pushes: 1, emails: 1 });
    await jobs('send-due-emails');
    const mentioned = (await emails()).join('\n');
    expect(ids.filter((id) => mentioned.includes(`/book/${id}\n`)).toSorted()).toEqual(ids.toSorted());
    world.app.clock.advance({ hours: 1 });
    await list();
    expect(await received()).toEqual({ pushes: 2, emails: 2 });
    world.app.clock.advance({ days: -1 });
  });

  it('come of another seller, and of another entry', async () => {
    await want({ isbn: ISBN });
    await want({ isbn: OTHER_ISBN });
    await list();
    await list({ isbn: OTHER_ISBN });
    await list({}, world.buyer);
    expect(await received()).toEqual({ pushes: 3, emails: 3 });
  });

  it('are five in 24 hours', async () => {
    await want({ isbn: ISBN });
    const sellers = [];
    for (let number = 0; number < 8; number += 1)
      sellers.push(await world.app.signedInClient(`Seller ${number}`));
    await world.app.verifyEmails();
    for (const seller of sellers) await list({}, seller);
    expect(await received()).toEqual({ pushes: 5, emails: 5 });
    world.app.clock.advance({ hours: 24 });
    await list();
    expect(await received()).toEqual({ pushes: 6, emails: 6 });
    world.app.clock.advance({ days: -1 });
  });

  it('are five in 24 hours, also of sellers who delete their accounts after posting', async () => {
    await want({ isbn: ISBN });
    for (let number = 0; number < 8; number += 1) {
      const seller = await world.app.signedInClient(`Leaving ${number}`);
      await world.app.verifyEmails();
      await list({}, seller);
      await jobs(AVAILABLE_BOOK_QUEUE);
      await jobs('send-push');
      // Its emails leave the outbox with it.
      await world.app.app.accounts.deleteUser(seller.id);
    }
    expect(phone.received).toHaveLength(5);
    const countAlerts = async () =>
      (await world.app.database.pool.query('SELECT FROM wanted_alerts')).rowCount;
    await jobs('delete-old-wanted-alerts');
    expect(await countAlerts()).toBe(8);
    world.app.clock.advance({ hours: 24 });
    await jobs('delete-old-wanted-alerts');
    expect(await countAlerts()).toBe(0);
    await list();
    expect(await received()).toEqual({ pushes: 6, emails: 1 });
    world.app.clock.advance({ days: -1 });
  });

  const signUp = async (name: string, email: string, isVerified = true) => {
    const seller = await world.app.signedInClient(name, email);
    if (isVerified) await world.app.verifyEmails();
    return seller;
  };

  it('are two of one mailbox, however many of its accounts list, also deleted ones; the rest is for others', async () => {
    const isbns = [ISBN, OTHER_ISBN, '9781119110668', '9780131103627', '9780134685991'];
    for (const isbn of isbns) await want({ isbn });
    for (const [index, isbn] of isbns.entries()) {
      const account = await signUp('Sam', `sam.one+${index}@northfield.example`);
      const id = await list({ isbn }, account);
      await received();
      if (index === 0) await world.app.app.accounts.deleteUser(account.id);
      if (index === 1) await account.delete(`/api/books/${id}`);
    }
    expect(phone.received).toHaveLength(2);
    expect((await reader.get('/api/wanted/unseen')).body).toEqual({ unseen: 3 });
    const others = [];
    for (const name of ['ann', 'ben', 'cid', 'dan'])
      others.push(await signUp(name, `${name}@northfield.example`));
    for (const other of others) await list({}, other);
    expect((await received()).pushes).toBe(5);
  });

  it('are two of all sellers without a verified email, who take nothing from the owner of their mailbox', async () => {
    for (const isbn of [ISBN, OTHER_ISBN]) await want({ isbn });
    for (const index of [0, 1, 2, 3])
      await list({}, await signUp('Una', `una+${index}@northfield.example`, false));
    expect(await received()).toEqual({ pushes: 1, emails: 0 });
    for (const name of ['uli', 'ugo', 'ute'])
      await list({}, await signUp(name, `${name}@northfield.example`, false));
    expect(await received()).toEqual({ pushes: 2, emails: 0 });
    const owner = await signUp('Una', 'una@northfield.example');
    for (const isbn of [ISBN, OTHER_ISBN]) await list({ isbn }, owner);
    expect(await received()).toEqual({ pushes: 4, emails: 2 });
  });

  it('are pushes alone of sellers without a verified email: the digest has their listings', async () => {
    await want({ isbn: ISBN });
    const title = 'Algorithms, pay at evil.example';
    const id = await list({ title }, await world.app.signedInClient('Una Evil'));
    expect(await received()).toEqual({ pushes: 1, emails: 0 });
    expect(phone.received).toMatchObject([
      { title: 'A book that you want is listed', body: '$68.00, Like New', path: `/book/${id}` },
    ]);
    expect((await reader.get('/api/wanted/unseen')).body).toEqual({ unseen: 1 });
    world.app.clock.advance({ hours: 24 });
    await jobs('send-due-emails');
    const digest = (await emails()).join('\n');
    expect(digest).toContain(`A book for $68.00, Like New:\n${world.app.app.context.publicUrl}/book/${id}\n`);
    expect(digest).not.toMatch(/pay at|Una/);
    world.app.clock.advance({ days: -1 });
  });

  it('do not come by push alone either, with emails off', async () => {
    await reader.patch('/api/users/me/notifications', { mailWanted: 'off' });
    await want({ words: 'algorithms' });
    await list();
    await list();
    expect(await received()).toEqual({ pushes: 1, emails: 0 });
    expect((await reader.get('/api/wanted/unseen')).body).toEqual({ unseen: 2 });
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AVAILABLE_BOOK_QUEUE } from '#features/books/server/public.ts';
import type { TestDevice } from '#tests/support/fakes/fake-push-service.ts';
import { readOutbox } from '#tests/support/product/read-outbox.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { PushWorld } from '#tests/support/product/push-world.ts';
import type { TestWorld } from '#tests/support/server/test-world.ts';

let push: PushWorld;
let world: TestWorld;
let reader: TestClient;
let phone: TestDevice;

beforeAll(async () => {
  push = await PushWorld.open({ CAMPUS_TIME_ZONE: 'America/New_York' });
  ({ world } = push);
});
beforeEach(async () => {
  await world.clear();
  await world.app.database.pool.query('TRUNCATE wanted_entries, wanted_digests CASCADE');
  reader = await world.app.signedInClient('Grace Kim');
  await world.app.verifyEmails();
  await reader.patch('/api/users/me/notifications', { mailWanted: 'at-once' });
  phone = await push.addDevice(reader);
});
afterAll(() => push.stop());

const ISBN = '9780262046305';
const OTHER_ISBN = '9780306406157';
const jobs = (name: string) => world.app.app.context.jobs.runNow(name);
const want = (body: object) => reader.post('/api/wanted', body);
const list = async (fields: object = {}, seller = world.seller): Promise<string> =>
  (await world.createBook(fields, seller)).id;
const emails = () => readOutbox(world.app, reader.id);

/** How many push messages and emails the reader got of one listing each. */
async function told(): Promise<{ pushes: number; emails: number }> {
  await Promise.all([jobs(AVAILABLE_BOOK_QUEUE), jobs(AVAILABLE_BOOK_QUEUE)]);
  await jobs('send-book-notice');
  const mailed = (await emails()).filter((text) => text.includes('Subject: A book that you want'));
  return { pushes: phone.told.length, emails: mailed.length };
}

describe('messages at once', () => {
  it('are one of an entry and a seller in 24 hours, however much is listed; the digest has the others', async () => {
    await want({ isbn: ISBN });
    await want({ words: 'algorithms' });
    const ids = [];
    for (let number = 0; number < 20; number += 1) ids.push(await list());
    expect(await told()).toEqual({ pushes: 1, emails: 1 });
    expect((await reader.get('/api/wanted/unseen')).body).toEqual({ unseen: 40 });
    world.app.clock.advance({ hours: 23 });
    await list();
    expect(await told()).toEqual({ pushes: 1, emails: 1 });
    await jobs('send-wanted-digests');
    const mentioned = (await emails()).join('\n');
    expect(ids.filter((id) => mentioned.includes(`/book/${id}\n`)).toSorted()).toEqual(ids.toSorted());
    world.app.clock.advance({ hours: 1 });
    await list();
    expect(await told()).toEqual({ pushes: 2, emails: 2 });
    world.app.clock.advance({ days: -1 });
  });

  it('come of another seller, and of another entry', async () => {
    await want({ isbn: ISBN });
    await want({ isbn: OTHER_ISBN });
    await list();
    await list({ isbn: OTHER_ISBN });
    await list({}, world.buyer);
    expect(await told()).toEqual({ pushes: 3, emails: 3 });
  });

  it('are five in 24 hours', async () => {
    await want({ isbn: ISBN });
    for (let number = 0; number < 8; number += 1)
      await list({}, await world.app.signedInClient(`Seller ${number}`));
    expect(await told()).toEqual({ pushes: 5, emails: 5 });
    world.app.clock.advance({ hours: 24 });
    await list();
    expect(await told()).toEqual({ pushes: 6, emails: 6 });
    world.app.clock.advance({ days: -1 });
  });

  it('do not come by push alone either, with emails off', async () => {
    await reader.patch('/api/users/me/notifications', { mailWanted: 'off' });
    await want({ words: 'algorithms' });
    await list();
    await list();
    expect(await told()).toEqual({ pushes: 1, emails: 0 });
    expect((await reader.get('/api/wanted/unseen')).body).toEqual({ unseen: 2 });
  });
});

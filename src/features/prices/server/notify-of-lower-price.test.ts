import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestDevice } from '#tests/support/fakes/fake-push-service.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { readOutbox } from '#tests/support/product/read-outbox.ts';
import { PushWorld } from '#tests/support/product/push-world.ts';
import { algorithms, type TestWorld } from '#tests/support/server/test-world.ts';
import { notifyOfLowerPrice } from './notify-of-lower-price.ts';

let push: PushWorld;
let world: TestWorld;
let reader: TestClient;
let phone: TestDevice;
let bookId: string;
beforeAll(async () => {
  push = await PushWorld.open();
  ({ world } = push);
});
beforeEach(async () => {
  await world.clear();
  reader = await world.app.signedInClient('Grace Kim');
  phone = await push.addDevice(reader);
  bookId = (await world.createBook({ price: 3_000 })).id;
  world.app.clock.advance({ days: 3 });
  await save(reader);
});
afterAll(() => push.stop());

const save = (user: TestClient) => user.post('/api/favorites/toggle', { bookId, favorited: true });
const setPrice = (price: number) => world.seller.patch(`/api/books/${bookId}`, { price });

/** Carries out the jobs that wait, without the minute in which a price can be corrected. */
async function runJobs(): Promise<void> {
  const { jobs } = world.app.app.context;
  await world.app.database.pool.query(
    `UPDATE pgboss.job SET start_after = created_on WHERE name = 'notify-of-lower-price'`,
  );
  await jobs.runNow('notify-of-lower-price');
  await jobs.runNow('send-push');
}
const titles = (device = phone) => device.received.map(({ title }) => title);
const NOTICE = `${algorithms.title} is now $24.00 (was $30.00)`;

describe('a lower price', () => {
  it('is told to those who saved the book, once, and leads to it', async () => {
    await setPrice(2_400);
    // By two processes, and again, as after a crash between the commit of the job and its end.
    const { context } = world.app.app;
    const job = { bookId, loweredAt: world.app.clock.now().toISOString() };
    await Promise.all([notifyOfLowerPrice(context, job), notifyOfLowerPrice(context, job)]);
    await runJobs();
    expect(phone.received).toMatchObject([{ title: NOTICE, path: `/book/${bookId}` }]);
    const exported = async () => (await reader.get('/api/users/me/export')).body.priceNotices;
    const notice = { bookId, previousPrice: 3_000, notifiedAt: world.app.clock.now().toISOString() };
    expect(await exported()).toEqual([{ ...notice, seenAt: null }]);
  });

  it('is told of a listing that is posted again with a lower price', async () => {
    const form = { clientListingId: crypto.randomUUID() };
    bookId = (await world.createBook({ ...form, price: 3_000 })).id;
    world.app.clock.advance({ days: 3 });
    await save(reader);
    await world.createBook({ ...form, price: 2_400 });
    await runJobs();
    expect(titles()).toEqual([NOTICE]);
  });

  it('is told at most once in seven days', async () => {
    for (const price of [2_400, 2_000]) {
      await setPrice(price);
      await runJobs();
    }
    expect(titles()).toEqual([NOTICE]);
    world.app.clock.advance({ days: 7 });
    await world.app.app.context.jobs.runNow('delete-old-price-notices');
    await setPrice(1_500);
    await runJobs();
    expect(titles()).toEqual([NOTICE, `${algorithms.title} is now $15.00 (was $20.00)`]);
  });

  it('is told on Favorites, and struck out there, from the first day of a listing on', async () => {
    bookId = (await world.createBook({ price: 3_000 })).id;
    await save(reader);
    world.app.clock.advance({ hours: 1 });
    await setPrice(2_400);
    const late = await world.app.signedInClient('Late Reader');
    world.app.clock.advance({ minutes: 2 });
    await save(late);
    await runJobs();
    const wasFor = async (user: TestClient) =>
      (await user.get(`/api/favorites?bookId=${bookId}`)).body[0].book.previousPrice;
    expect([await wasFor(reader), await wasFor(late)]).toEqual([3_000, null]);
    expect((await world.app.visitor().get(`/api/books/${bookId}`)).body.previousPrice).toBeNull();
    expect(titles()).toEqual([NOTICE]);
    const notice = { bookId, title: algorithms.title, price: 2_400, previousPrice: 3_000, isSeen: false };
    const { body } = await reader.get('/api/price-notices');
    expect(body).toEqual([{ ...notice, notifiedAt: expect.any(String) }]);
    expect((await late.get('/api/price-notices')).body).toEqual([]);
    await reader.post('/api/price-notices/seen', { upTo: body[0].notifiedAt });
    expect((await reader.get('/api/price-notices')).body).toMatchObject([{ bookId, isSeen: true }]);
    world.app.clock.advance({ days: 15 });
    expect(await wasFor(reader)).toBeNull();
  });

  it('emails users who chose it, and pushes to users who did not switch it off', async () => {
    await world.app.verifyEmails();
    await reader.patch('/api/users/me/notifications', { pushPrices: false, mailPrices: true });
    const other = await world.app.signedInClient('Jonas Weber');
    await world.app.verifyEmails();
    await save(other);
    await setPrice(2_400);
    await runJobs();
    expect(titles()).toEqual([]);
    const mailed = async (user: TestClient) =>
      (await readOutbox(world.app, user.id)).filter((text) => text.includes(NOTICE)).length;
    expect([await mailed(reader), await mailed(other)]).toEqual([1, 0]);
  });

  const noticesOf = async (user: TestClient) => (await user.get('/api/price-notices')).body;
  const mailsOf = async (user: TestClient) =>
    (await readOutbox(world.app, user.id)).filter((text) => text.includes('that you saved costs less'));

  it('is not told under a title that the seller has written since, nor in the same edit', async () => {
    await world.app.verifyEmails();
    await reader.patch('/api/users/me/notifications', { mailPrices: true });
    const title = 'Refund waiting, pay at evil.example';
    await world.seller.patch(`/api/books/${bookId}`, { title, price: 2_400 });
    await runJobs();
    world.app.clock.advance({ days: 1 });
    await setPrice(2_000);
    await runJobs();
    expect([titles(), await noticesOf(reader), await mailsOf(reader)]).toEqual([[], [], []]);
    // Who saves it now has chosen that title.
    const late = await world.app.signedInClient('Late Reader');
    const phoneOfLate = await push.addDevice(late);
    await save(late);
    world.app.clock.advance({ days: 1 });
    await setPrice(1_500);
    await runJobs();
    expect(titles(phoneOfLate)).toEqual([`${title} is now $15.00 (was $20.00)`]);
    expect([titles(), await noticesOf(reader), await mailsOf(reader)]).toEqual([[], [], []]);
  });

  it('is no longer shown once the seller writes another title', async () => {
    await setPrice(2_400);
    await runJobs();
    expect(await noticesOf(reader)).toHaveLength(1);
    await world.seller.patch(`/api/books/${bookId}`, { title: algorithms.title, price: 2_300 });
    expect(await noticesOf(reader)).toHaveLength(1);
    await world.seller.patch(`/api/books/${bookId}`, { title: 'Pay at evil.example' });
    expect(await noticesOf(reader)).toEqual([]);
  });

  it('is shown, but neither pushed nor mailed, of a seller without a verified email', async () => {
    await world.app.verifyEmails();
    await reader.patch('/api/users/me/notifications', { mailPrices: true });
    const seller = await world.app.signedInClient('Una');
    bookId = (await world.createBook({ price: 3_000 }, seller)).id;
    await save(reader);
    world.app.clock.advance({ hours: 1 });
    await seller.patch(`/api/books/${bookId}`, { price: 2_400 });
    await runJobs();
    expect(await noticesOf(reader)).toMatchObject([{ bookId, title: algorithms.title }]);
    expect([titles(), await mailsOf(reader)]).toEqual([[], []]);
  });

  it('is not told if the cut is small, or is corrected within the minute', async () => {
    await setPrice(2_900);
    await runJobs();
    await setPrice(290);
    await setPrice(2_900);
    await runJobs();
    expect(titles()).toEqual([]);
  });

  it('is not told of a listing that is sold by then', async () => {
    await setPrice(2_400);
    await world.seller.patch(`/api/books/${bookId}`, { isSold: true });
    await runJobs();
    expect(titles()).toEqual([]);
  });

  it('is not told where there is a block, in either direction, nor to the seller', async () => {
    const other = await world.app.signedInClient('Jonas Weber');
    const [ofOther, ofSeller] = [await push.addDevice(other), await push.addDevice(world.seller)];
    await save(other);
    await save(world.seller);
    await reader.send('PUT', `/api/blocks/${world.seller.id}`);
    await world.seller.send('PUT', `/api/blocks/${other.id}`);
    await setPrice(2_400);
    await runJobs();
    expect([titles(), titles(ofOther), titles(ofSeller)]).toEqual([[], [], []]);
  });

  it('leaves nothing of a user who leaves', async () => {
    await setPrice(2_400);
    await runJobs();
    await world.app.app.accounts.deleteUser(reader.id);
    expect((await world.app.database.pool.query('SELECT FROM notifications')).rows).toEqual([]);
  });
});

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createSale } from '#tests/support/product/create-sale.ts';
import { PushWorld } from '#tests/support/product/push-world.ts';
import { readOutbox } from '#tests/support/product/read-outbox.ts';
import type { TestDevice } from '#tests/support/fakes/fake-push-service.ts';
import { algorithms, type TestWorld } from '#tests/support/server/test-world.ts';

const ASKS = new Date('2026-12-04T05:00:00Z');

let push: PushWorld;
let world: TestWorld;
let phone: TestDevice;
beforeAll(async () => {
  push = await PushWorld.open({ SEMESTER_ENDS: '2026-12-18', CAMPUS_TIME_ZONE: 'America/New_York' });
  ({ world } = push);
  await world.app.verifyEmails();
  phone = await push.addDevice(world.buyer);
});
beforeEach(async () => {
  await world.clear();
  await world.app.database.pool.query('TRUNCATE confirmed_sales CASCADE');
  goTo(new Date(ASKS.getTime() - 30 * 86_400_000));
  phone.received.length = 0;
});
afterAll(() => push.stop());

const goTo = (at: Date) =>
  world.app.clock.advance({ seconds: (at.getTime() - world.app.clock.now().getTime()) / 1000 });
async function run(): Promise<void> {
  goTo(ASKS);
  await world.app.app.context.jobs.runNow('ask-to-sell-again');
  await world.app.app.context.jobs.runNow('send-push');
}
async function buy(): Promise<string> {
  const { id: bookId } = await world.createBook({ isbn: undefined });
  await world.seller.patch(`/api/books/${bookId}`, { isSold: true });
  const sale = { sellerId: world.seller.id, buyerId: world.buyer.id, bookId, isbn: null };
  return createSale(world.app, sale);
}
const choose = (settings: object) => world.buyer.patch('/api/users/me/notifications', settings);
const mails = async () =>
  (await readOutbox(world.app, world.buyer.id)).filter((text) => text.includes('Sell it again.'));
const QUESTION = `Done with ${algorithms.title}? Sell it again.`;

it('the buyer of a sold book is asked by push and by email, once', async () => {
  const id = await buy();
  await run();
  await run();
  expect(phone.received).toMatchObject([{ title: QUESTION, path: `/add-listing?again=${id}` }]);
  const sent = await mails();
  expect(sent).toHaveLength(1);
  expect(sent[0]).toContain(QUESTION);
  expect(sent[0]).toContain(`/add-listing?again=${id}`);
});

it('many purchases are one push message and one email', async () => {
  const before = (await mails()).length;
  for (let count = 0; count < 4; count += 1) await buy();
  await run();
  expect(phone.received).toMatchObject([{ title: 'Done with your books?', path: '/profile' }]);
  expect(await mails()).toHaveLength(before + 1);
});

it('sends neither to users who switched reminders off', async () => {
  const before = (await mails()).length;
  await choose({ pushReminders: false, mailReminders: false });
  await buy();
  await run();
  expect(phone.received).toEqual([]);
  expect(await mails()).toHaveLength(before);
});

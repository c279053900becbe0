import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { FakePushService, type TestDevice } from '#tests/support/fakes/fake-push-service.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { TestWorld } from '#tests/support/server/test-world.ts';

let service: FakePushService;
let world: TestWorld;
let third: TestClient;
let bookId: string;
let conversationId: string;
let phones: { buyer: TestDevice; seller: TestDevice; third: TestDevice };

beforeAll(async () => {
  service = await FakePushService.start();
  world = await TestWorld.open({ push: { services: [service.origin], pushDelaySeconds: 3_600 } });
  third = await world.app.signedInClient('Grace Lim');
  await world.app.verifyEmails();
});
beforeEach(async () => {
  await world.clear();
  await world.app.database.pool.query('TRUNCATE blocks');
  bookId = (await world.createBook({ price: 5_400 })).id;
  conversationId = await world.openConversation(bookId);
  phones = {
    buyer: await switchedOn(world.buyer),
    seller: await switchedOn(world.seller),
    third: await switchedOn(third),
  };
});
afterAll(async () => {
  await world.app.stop();
  await service.stop();
});

async function switchedOn(who: TestClient): Promise<TestDevice> {
  await world.app.database.pool.query('DELETE FROM push_subscriptions WHERE user_id = $1', [who.id]);
  const device = service.device();
  const reply = await who.send('PUT', '/api/users/me/push-token', {
    token: JSON.stringify(device.subscription),
  });
  expect(reply.status).toBe(200);
  return device;
}

const offer = async (by = world.buyer, conversation = conversationId) =>
  (
    await by.post(`/api/conversations/${conversation}/offers`, {
      amount: 4_800,
      clientMessageId: randomUUID(),
    })
  ).body.id as string;
const act = (by: TestClient, id: string, action: string, body = {}) =>
  by.post(`/api/offers/${id}/${action}`, body);
/** What each phone has shown since the last call. */
async function collect() {
  const { pool } = world.app.database;
  const waiting = () =>
    pool.query("SELECT FROM notifications WHERE push_at < created_at + interval '1 hour'");
  await expect.poll(async () => (await waiting()).rowCount).toBe(0);
  await world.app.app.context.jobs.runNow('send-push');
  const shown = Object.entries(phones).flatMap(([who, { received }]) =>
    received.splice(0).map(({ title, body, path }) => ({ who, title, body, path })),
  );
  return shown.map(({ who, title, body }) => [who, title, body]);
}

it('of an offer reaches its receiver, each response the other one', async () => {
  const first = await offer();
  expect(await collect()).toEqual([['seller', 'Tom Whitaker', 'Offer: $48.00']]);
  const second = (await act(world.seller, first, 'counter', { amount: 5_000 })).body.id;
  expect(await collect()).toEqual([['buyer', 'Priya Raman', 'Offer: $50.00']]);
  await act(world.buyer, second, 'decline');
  expect(await collect()).toEqual([['seller', 'Tom Whitaker', 'Declined your offer of $50.00.']]);
  const withdrawn = await offer();
  await collect();
  await act(world.buyer, withdrawn, 'withdraw');
  expect(await collect()).toEqual([]);
});

it('of an answer comes also after a day, and not to a page that shows it', async () => {
  const first = await offer();
  await collect();
  world.app.clock.advance({ hours: 30 });
  await act(world.seller, first, 'decline');
  expect(await collect()).toEqual([['buyer', 'Priya Raman', 'Declined your offer of $48.00.']]);
  const second = await offer();
  await collect();
  await act(world.seller, second, 'decline');
  const socket = await world.buyer.connect();
  const { body } = await world.buyer.get(`/api/conversations/${conversationId}/messages`);
  socket.send({ type: 'noticed', conversationId, upToSeq: body.at(-1).seq });
  await socket.settled();
  expect(await collect()).toEqual([]);
  socket.terminate();
});

it('of the end of the listing reaches the sender of an offer', async () => {
  world.app.clock.advance({ days: 120, hours: -5 });
  await offer();
  await collect();
  world.app.clock.advance({ hours: 5 });
  await world.app.app.context.jobs.runNow('end-overdue-offers');
  expect(await collect()).toEqual([
    ['buyer', 'Priya Raman', 'Your offer of $48.00 expired: no longer for sale.'],
  ]);
});

it('of a reservation reaches its buyer, and everybody whose offer it declines', async () => {
  await offer(third, await world.openConversation(bookId, third));
  const id = await offer();
  await collect();
  await act(world.seller, id, 'accept');
  expect(await collect()).toEqual([
    ['buyer', 'Priya Raman', 'Accepted the offer of $48.00'],
    ['third', 'Priya Raman', 'Your offer of $48.00 was declined: reserved for someone else.'],
  ]);
});

it('of the end of a reservation reaches the other one, or both when its time is over', async () => {
  const reserve = async () =>
    (await world.seller.post(`/api/conversations/${conversationId}/reservations`, {})).body.id;
  const id = await reserve();
  expect(await collect()).toEqual([['buyer', 'Priya Raman', 'Reserved the book']]);
  await world.buyer.post(`/api/reservations/${id}/cancel`, {});
  expect(await collect()).toEqual([['seller', 'Tom Whitaker', 'Canceled the reservation']]);
  await reserve();
  await collect();
  world.app.clock.advance({ days: 3 });
  await world.app.app.context.jobs.runNow('end-overdue-offers');
  expect(await collect()).toEqual([
    ['buyer', 'Priya Raman', 'The reservation is over.'],
    ['seller', 'Tom Whitaker', 'The reservation is over.'],
  ]);
});

it('of a lower price or a sale reaches whose offer it ends', async () => {
  await offer();
  await collect();
  await world.seller.patch(`/api/books/${bookId}`, { price: 4_000 });
  expect(await collect()).toEqual([
    ['buyer', 'Priya Raman', 'Your offer of $48.00 expired: the price is lower now.'],
  ]);
});

it.each([
  [
    'of a book that is reserved for someone else',
    async () => {
      const fourth = await world.app.signedInClient('Ben Ortiz');
      await world.app.verifyEmails();
      const id = await world.openConversation(bookId, fourth);
      await world.sendMessage(id, 'Hello', fourth);
      return world.seller.post(`/api/conversations/${id}/reservations`, {});
    },
  ],
  ['with a lower price', () => world.seller.patch(`/api/books/${bookId}`, { price: 4_000 })],
  ['of a sold book', () => world.seller.patch(`/api/books/${bookId}`, { isSold: true })],
  ['of a deleted book', () => world.seller.delete(`/api/books/${bookId}`)],
])('of the end of an offer %s reaches a blocked sender as it does another one', async (_, end) => {
  await world.seller.send('PUT', `/api/blocks/${world.buyer.id}`);
  await offer();
  await offer(third, await world.openConversation(bookId, third));
  await collect();
  expect((await end()).status).toBe(200);
  const told = await collect();
  const ofUser = (user: string) => told.filter(([who]) => who === user).map(([, ...shown]) => shown);
  expect(ofUser('third')).toHaveLength(1);
  expect(ofUser('buyer')).toEqual(ofUser('third'));
});

it('of a reservation that is over is the same for a blocked seller as for another one', async () => {
  const other = await world.openConversation((await world.createBook({ price: 5_400 })).id, third);
  await world.buyer.send('PUT', `/api/blocks/${world.seller.id}`);
  await collect();
  for (const id of [conversationId, other])
    expect((await world.seller.post(`/api/conversations/${id}/reservations`, {})).status).toBe(200);
  await collect();
  world.app.clock.advance({ days: 3 });
  await world.app.app.context.jobs.runNow('end-overdue-offers');
  const told = await collect();
  const ofBuyers = told.filter(([who]) => who === 'seller').map(([, name, body]) => [name, body]);
  const over = 'The reservation is over.';
  expect(ofBuyers).toHaveLength(2);
  expect(ofBuyers).toEqual(
    expect.arrayContaining([
      ['Grace Lim', over],
      ['Tom Whitaker', over],
    ]),
  );
  expect(told.filter(([who]) => who === 'buyer')).toEqual([]);

  const seen = async (id: string, buyerId: string) => {
    const path = `/api/conversations/${id}`;
    const { unreadCount, lastMessage } = (await world.seller.get(path)).body;
    const lines = (await world.seller.get(`${path}/messages`)).body;
    const { lastMessage: listed } = (await world.seller.get('/api/conversations')).body.find(
      (one: { id: string }) => one.id === id,
    );
    const sides = lines.map((line: { senderId: string; content: string; readAt: string | null }) => [
      line.senderId === buyerId,
      line.content,
      line.readAt,
    ]);
    const { senderId, content, seq, readAt } = lastMessage;
    expect(listed).toEqual(lastMessage);
    return { unreadCount, sides, last: { isByBuyer: senderId === buyerId, content, seq, readAt }, lines };
  };
  for (const isRead of [false, true]) {
    const [blocked, unblocked] = [
      await seen(conversationId, world.buyer.id),
      await seen(other, third.id),
    ] as const;
    expect({ ...blocked, lines: null }).toEqual({ ...unblocked, lines: null });
    expect(blocked).toMatchObject({ unreadCount: isRead ? 0 : 1, last: { isByBuyer: true, content: over } });
    for (const { lines } of [blocked, unblocked])
      expect((await world.seller.patch(`/api/messages/${lines.at(-1).id}/read`, {})).status).toBe(200);
  }
  // Who has blocked the seller hears of none of it.
  expect((await world.buyer.get(`/api/conversations/${conversationId}/messages`)).body).toEqual([]);
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AVAILABLE_BOOK_QUEUE } from '#features/books/server/availability/enqueue-available-book.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { TestWorld } from '#tests/support/server/test-world.ts';

let world: TestWorld;
let other: TestClient;
let bookId: string;
let conversationId: string;
beforeAll(async () => {
  world = await TestWorld.open();
  other = await world.app.signedInClient('Grace Lim');
  await world.app.verifyEmails();
});
beforeEach(async () => {
  await world.clear();
  bookId = (await world.createBook({ price: 5_400 })).id;
  conversationId = await world.openConversation(bookId);
  await world.sendMessage(conversationId, 'Is it still available?');
});
afterAll(() => world.app.stop());

const offer = (
  amount: number,
  by = world.buyer,
  conversation = conversationId,
  clientMessageId = randomUUID(),
) => by.post(`/api/conversations/${conversation}/offers`, { amount, clientMessageId });
const act = (id: string, action: string, by: TestClient, body = {}) =>
  by.post(`/api/offers/${id}/${action}`, body);
const offersOf = async (by = world.buyer, conversation = conversationId) => {
  const { body } = await by.get(`/api/conversations/${conversation}/messages`);
  return body.flatMap((message: { offer: object | null }) => (message.offer ? [message.offer] : []));
};
const readConversation = async (by = world.buyer, conversation = conversationId) =>
  (await by.get(`/api/conversations/${conversation}`)).body;
const readBook = async () => (await world.app.visitor().get(`/api/books/${bookId}`)).body;
const inHours = (hours: number) =>
  new Date(world.app.clock.now().getTime() + hours * 3_600_000).toISOString();
const reserve = (by = world.seller, conversation = conversationId) =>
  by.post(`/api/conversations/${conversation}/reservations`, {});
const openSecond = async () => {
  const id = await world.openConversation(bookId, other);
  await world.sendMessage(id, 'Hello', other);
  return id;
};

describe('an offer', () => {
  it('is a message of the conversation, told to both, once for each clientMessageId', async () => {
    const [clientMessageId, taken] = [randomUUID(), randomUUID()];
    await world.buyer.post('/api/messages', { conversationId, content: 'Hi', clientMessageId: taken });
    const refused = await offer(4_800, world.buyer, conversationId, taken);
    expect([refused.status, refused.body.code]).toEqual([409, 'message-id-taken']);
    const made = await offer(4_800, world.buyer, conversationId, clientMessageId);
    expect(made.status).toBe(200);
    expect(made.body).toEqual({
      id: expect.any(String),
      conversationId,
      amount: 4_800,
      state: 'pending',
      expiresAt: inHours(48),
    });
    expect((await offer(4_800, world.buyer, conversationId, clientMessageId)).body).toEqual(made.body);
    const { body } = await world.seller.get(`/api/conversations/${conversationId}/messages`);
    expect(body).toHaveLength(3);
    expect(body[0]).toMatchObject({ messageType: 'text', offer: null });
    expect(body[2]).toMatchObject({
      id: made.body.id,
      seq: 3,
      messageType: 'offer',
      content: 'Offer: $48.00',
      offer: { ...made.body, askingPrice: 5_400, endReason: null },
    });
    expect(await readConversation(world.seller)).toMatchObject({ unreadCount: 3, lastMessage: { seq: 3 } });
  });

  it('is from $1.00 to the price, for books above $1.00', async () => {
    for (const amount of [0, 99, 5_401, 48.5]) expect((await offer(amount)).status).toBe(400);
    expect((await offer(5_400)).status).toBe(200);
    const cheap = await world.openConversation((await world.createBook({ price: 100 })).id);
    expect(await offer(100, world.buyer, cheap)).toMatchObject({
      status: 400,
      body: { code: 'invalid-offer-amount' },
    });
  });

  it('is refused outside of an own conversation, to oneself, and while another one waits', async () => {
    expect((await offer(4_000, other)).status).toBe(404);
    expect(await offer(4_000, world.seller)).toMatchObject({
      status: 409,
      body: { code: 'cannot-offer-own-book' },
    });
    await offer(4_000);
    expect(await offer(4_100)).toMatchObject({ status: 409, body: { code: 'offer-pending' } });
  });

  it('is countered once for each clientMessageId, and the counter-offer waits like another one', async () => {
    const { id } = (await offer(4_000)).body;
    const counter = { amount: 5_000, clientMessageId: randomUUID() };
    const made = await act(id, 'counter', world.seller, counter);
    expect(made).toMatchObject({ status: 200, body: { amount: 5_000, state: 'pending' } });
    expect((await act(id, 'counter', world.seller, counter)).body).toEqual(made.body);
    expect((await offer(4_100)).body.code).toBe('offer-pending');
    expect(await offersOf()).toMatchObject([{ state: 'countered' }, { state: 'pending' }]);
    expect((await act(made.body.id, 'accept', world.buyer)).status).toBe(200);
    expect((await readConversation()).reservation).toMatchObject({ price: 5_000, code: expect.any(String) });
    expect((await readConversation(world.seller)).reservation).not.toHaveProperty('code');
  });

  it('can be made five times a day for a book, counter-offers included', async () => {
    for (let number = 0; number < 5; number += 1)
      await act((await offer(4_000 + number)).body.id, 'withdraw', world.buyer);
    expect(await offer(4_500)).toMatchObject({ status: 429, body: { code: 'too-many-offers' } });
    const another = await world.openConversation((await world.createBook()).id);
    expect((await offer(4_500, world.buyer, another)).status).toBe(200);
    world.app.clock.advance({ days: 1 });
    let last = (await offer(4_500)).body.id;
    for (let number = 0; number < 5; number += 1) {
      last = (await act(last, 'counter', world.seller, { amount: 5_000 + number })).body.id;
      const back = await act(last, 'counter', world.buyer, { amount: 4_501 + number });
      expect(back.status).toBe(number < 4 ? 200 : 429);
      last = back.body.id;
    }
  });

  it('is handled by its receiver and withdrawn by its sender alone, each once', async () => {
    const { id } = (await offer(4_800)).body;
    for (const action of ['accept', 'decline', 'counter'])
      expect((await act(id, action, world.buyer, { amount: 200 })).status).toBe(404);
    expect((await act(id, 'withdraw', world.seller)).status).toBe(404);
    for (const action of ['accept', 'decline', 'withdraw'])
      expect((await act(id, action, other)).status).toBe(404);
    expect((await act(id, 'decline', world.seller)).body.state).toBe('declined');
    expect((await act(id, 'decline', world.seller)).status).toBe(200);
    for (const action of ['accept', 'counter'])
      expect(await act(id, action, world.seller, { amount: 5_000 })).toMatchObject({
        status: 409,
        body: { code: 'offer-ended' },
      });
    expect((await act(id, 'withdraw', world.buyer)).status).toBe(409);
  });

  it('is countered by a new offer of the other person', async () => {
    const first = (await offer(4_400)).body;
    const counter = await act(first.id, 'counter', world.seller, { amount: 5_000 });
    expect(counter).toMatchObject({ status: 200, body: { amount: 5_000, state: 'pending' } });
    expect(await offersOf()).toMatchObject([
      { id: first.id, state: 'countered' },
      { id: counter.body.id, state: 'pending' },
    ]);
    expect((await act(counter.body.id, 'accept', world.buyer)).body.state).toBe('accepted');
    expect((await readConversation()).reservation).toMatchObject({ price: 5_000, until: inHours(72) });
  });

  it('expires after 48 hours by the clock, before and after the job', async () => {
    const { id } = (await offer(4_800)).body;
    world.app.clock.advance({ hours: 48 });
    expect(await offersOf()).toMatchObject([{ state: 'expired', endReason: null }]);
    expect((await act(id, 'accept', world.seller)).status).toBe(409);
    await world.app.app.context.jobs.runNow('end-overdue-offers');
    expect(await offersOf()).toMatchObject([{ state: 'expired', endReason: null }]);
    expect((await offer(4_900)).status).toBe(200);
  });

  it('ends when the price is lowered below it, and when the book is sold or deleted', async () => {
    await offer(4_800);
    await world.seller.patch(`/api/books/${bookId}`, { price: 4_800 });
    expect(await offersOf()).toMatchObject([{ state: 'pending' }]);
    await world.seller.patch(`/api/books/${bookId}`, { price: 4_799 });
    expect(await offersOf()).toMatchObject([{ state: 'expired', endReason: 'price-lowered' }]);
    await offer(4_000);
    await world.seller.patch(`/api/books/${bookId}`, { isSold: true });
    expect((await offersOf())[1]).toMatchObject({ state: 'expired', endReason: 'not-listed' });
    expect((await offer(4_000)).status).toBe(409);
    await world.seller.patch(`/api/books/${bookId}`, { isSold: false });
    await offer(4_000);
    await world.seller.delete(`/api/books/${bookId}`);
    expect((await offersOf())[2]).toMatchObject({ state: 'expired', endReason: 'not-listed' });
  });

  it('from a blocked user waits unseen: nobody can accept or decline it, also after an unblock', async () => {
    await world.seller.send('PUT', `/api/blocks/${world.buyer.id}`);
    const { id } = (await offer(4_900)).body;
    expect(await offersOf()).toMatchObject([{ state: 'pending' }]);
    expect(await offersOf(world.seller)).toEqual([]);
    expect((await offer(4_950)).body.code).toBe('offer-pending');
    await world.seller.delete(`/api/blocks/${world.buyer.id}`);
    for (const action of ['accept', 'decline'])
      expect((await act(id, action, world.seller)).status).toBe(404);
    expect((await act(id, 'withdraw', world.buyer)).status).toBe(200);
  });
});

it('is reserved for a buyer who has blocked the seller as for others, but not by a seller who has', async () => {
  await world.seller.send('PUT', `/api/blocks/${world.buyer.id}`);
  expect((await reserve()).body.code).toBe('cannot-reserve');
  await world.seller.delete(`/api/blocks/${world.buyer.id}`);
  await world.buyer.send('PUT', `/api/blocks/${world.seller.id}`);
  world.app.clock.advance({ seconds: 1 });
  const made = await reserve();
  expect(made).toMatchObject({ status: 200, body: { state: 'active' } });
  expect((await reserve()).body).toEqual(made.body);
  await world.buyer.delete(`/api/blocks/${world.seller.id}`);
});

describe('a reservation', () => {
  it('is told to everybody, its price to the two alone, and declines the other offers', async () => {
    const second = await openSecond();
    await offer(5_000, other, second);
    const { id } = (await offer(4_800)).body;
    expect((await act(id, 'accept', world.seller)).body.state).toBe('accepted');
    expect((await act(id, 'accept', world.seller)).status).toBe(200);
    expect(await readBook()).toMatchObject({ reservedUntil: inHours(72), isActive: true, price: 5_400 });
    const reservation = { id: expect.any(String), price: 4_800, until: inHours(72) };
    const code = expect.stringMatching(/^\d{6}$/);
    expect((await readConversation()).reservation).toEqual({ ...reservation, code });
    expect((await readConversation(world.seller)).reservation).toEqual(reservation);
    expect(await readConversation(other, second)).toMatchObject({
      reservation: null,
      book: { reservedUntil: inHours(72), price: 5_400 },
    });
    expect(await offersOf(other, second)).toMatchObject([{ state: 'declined', endReason: 'reserved' }]);
    for (const [by, conversation] of [
      [other, second],
      [world.buyer, conversationId],
    ] as const)
      expect(await offer(5_000, by, conversation)).toMatchObject({
        status: 409,
        body: { code: 'book-reserved' },
      });
    await world.sendMessage(second, 'What a pity', other);
  });

  it('is made by the seller without an offer, for one person at a time', async () => {
    const second = await openSecond();
    expect((await reserve(world.buyer)).status).toBe(404);
    const made = await reserve();
    expect(made).toMatchObject({
      status: 200,
      body: { conversationId, price: 5_400, state: 'active' },
    });
    expect((await reserve()).body).toEqual(made.body);
    expect(await reserve(world.seller, second)).toMatchObject({
      status: 409,
      body: { code: 'book-reserved' },
    });
  });

  it('is canceled by either of the two, and by nobody else', async () => {
    for (const by of [world.buyer, world.seller]) {
      const { id } = (await reserve()).body;
      expect((await other.post(`/api/reservations/${id}/cancel`, {})).status).toBe(404);
      const canceled = await by.post(`/api/reservations/${id}/cancel`, {});
      expect(canceled).toMatchObject({ status: 200, body: { id, state: 'canceled' } });
      expect((await by.post(`/api/reservations/${id}/cancel`, {})).status).toBe(200);
      expect((await readBook()).reservedUntil).toBeNull();
      expect((await readConversation()).reservation).toBeNull();
    }
  });

  it('ends after 3 days by the clock, and alerts those who want the book', async () => {
    const runJob = (name: string) => world.app.app.context.jobs.runNow(name);
    await runJob(AVAILABLE_BOOK_QUEUE);
    expect((await other.post('/api/wanted', { words: 'algorithms' })).status).toBe(201);
    const { id } = (await reserve()).body;
    world.app.clock.advance({ days: 3 });
    expect((await readConversation()).reservation).toBeNull();
    world.clearCachedBooks();
    expect((await readBook()).reservedUntil).toBeNull();
    expect((await world.buyer.post(`/api/reservations/${id}/cancel`, {})).status).toBe(409);
    expect((await offer(4_800)).status).toBe(200);
    await runJob('end-overdue-offers');
    await runJob(AVAILABLE_BOOK_QUEUE);
    const [entry] = (await other.get('/api/wanted')).body;
    expect(entry.alerts).toMatchObject([{ bookId }]);
  });

  it('ends with the account of its buyer', async () => {
    const leaving = await world.app.signedInClient('Leaving Buyer');
    const theirs = await world.openConversation(bookId, leaving);
    expect((await reserve(world.seller, theirs)).status).toBe(200);
    await world.app.app.accounts.deleteUser(leaving.id);
    expect((await readBook()).reservedUntil).toBeNull();
    expect((await reserve()).status).toBe(200);
  });
});

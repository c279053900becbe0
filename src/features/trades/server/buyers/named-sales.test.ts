import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { profileChanged } from '#features/accounts/server/public.ts';
import { bookChanged } from '#features/books/server/public.ts';
import { dailyBudgets } from '#features/accounts/budget-rules.ts';
import { confirmSale } from '#tests/support/product/confirm-sale.ts';
import { setUsage } from '#tests/support/product/set-usage.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { TestWorld } from '#tests/support/server/test-world.ts';

let world: TestWorld;
let other: TestClient;
let bookId: string;
beforeAll(async () => {
  world = await TestWorld.open();
  other = await world.app.signedInClient('Grace Lim');
  await world.app.verifyEmails();
});
beforeEach(async () => {
  await world.clear();
  await world.app.database.pool.query('TRUNCATE confirmed_sales, blocks CASCADE');
  bookId = (await world.createBook({ price: 5_400 })).id;
  await write(world.buyer);
});
afterAll(() => world.app.stop());

const write = async (buyer: TestClient, about = bookId): Promise<string> => {
  const id = await world.openConversation(about, buyer);
  await world.sendMessage(id, 'Is it still available?', buyer);
  return id;
};
const possibleBuyers = async (by = world.seller) => by.get(`/api/books/${bookId}/possible-buyers`);
const name = (buyer = world.buyer, by = world.seller, about = bookId) =>
  by.post(`/api/books/${about}/named-sale`, { buyerId: buyer.id });
const answer = (id: string, received: boolean, by = world.buyer) =>
  by.post(`/api/named-sales/${id}/response`, { received });
const questions = async (of = world.buyer) => (await of.get('/api/users/me/sale-questions')).body;
const trades = async (by: TestClient, ...ids: string[]) =>
  (await by.get(`/api/users/me/deals?bookIds=${ids.join(',') || bookId}`)).body;
const readBook = async (id = bookId) => (await world.app.visitor().get(`/api/books/${id}`)).body;
const setSold = (isSold: boolean) => world.seller.patch(`/api/books/${bookId}`, { isSold });
const confirmed = async () =>
  (await world.app.database.pool.query('SELECT id, seller_id, buyer_id, price FROM confirmed_sales')).rows;

describe("'Who bought it?'", () => {
  it('lists who wrote about the book, the last to write first', async () => {
    world.app.clock.advance({ minutes: 1 });
    await write(other);
    await world.openConversation(bookId, await world.app.signedInClient('Silent Reader'));
    expect((await possibleBuyers()).body).toEqual([
      { id: other.id, name: 'Grace Lim', profileImage: null, lastMessageAt: expect.any(String) },
      { id: world.buyer.id, name: 'Tom Whitaker', profileImage: null, lastMessageAt: expect.any(String) },
    ]);
    expect((await possibleBuyers(world.buyer)).status).toBe(404);
    expect((await possibleBuyers(other)).status).toBe(404);
  });

  it('lists nobody whom the seller has blocked, and nobody who wrote unseen', async () => {
    await world.seller.send('PUT', `/api/blocks/${world.buyer.id}`);
    await world.seller.send('PUT', `/api/blocks/${other.id}`);
    await write(other);
    expect((await possibleBuyers()).body).toEqual([]);
    expect((await name()).body.code).toBe('not-a-possible-buyer');
    await world.seller.delete(`/api/blocks/${other.id}`);
    expect((await possibleBuyers()).body).toEqual([]);
    expect((await name(other)).body.code).toBe('not-a-possible-buyer');
  });
});

describe('a named buyer', () => {
  it('is published once, however often they are named', async () => {
    const told: string[] = [];
    const { events } = world.app.app.context;
    const stops = [
      events.subscribe(bookChanged, () => void told.push('book')),
      events.subscribe(profileChanged, () => void told.push('profile')),
    ];
    await name();
    const first = told.splice(0);
    expect(first).toEqual(expect.arrayContaining(['book', 'profile']));
    for (let time = 1; time <= 3; time += 1) expect((await name()).status).toBe(200);
    stops.forEach((stop) => stop());
    expect(told).toEqual([]);
  });

  it('is asked once; the book is sold, and no number rises but the own one of the seller', async () => {
    const named = await name();
    expect(named).toMatchObject({ status: 200, body: { bookId, price: 5_400, state: 'waiting' } });
    expect((await name()).body).toEqual(named.body);
    expect(await readBook()).toMatchObject({ isActive: false, soldAt: expect.any(String) });
    expect((await readBook()).seller.totalSales).toBe(1);
    expect(await questions()).toEqual([
      {
        id: named.body.id,
        bookId,
        title: 'Introduction to Algorithms, 4th Edition',
        author: 'Thomas H. Cormen, Charles E. Leiserson',
        isbn: '9780262046305',
        price: 5_400,
        seller: { id: world.seller.id, name: 'Priya Raman' },
        createdAt: expect.any(String),
      },
    ]);
    expect(await confirmed()).toEqual([]);
  });

  it("confirms the sale with 'Yes', once, under the id of the named sale", async () => {
    const { id } = (await name()).body;
    const replies = await Promise.all([1, 2, 3].map(() => answer(id, true)));
    for (const reply of replies) expect(reply).toMatchObject({ status: 200, body: { state: 'confirmed' } });
    expect(await confirmed()).toEqual([
      { id, seller_id: world.seller.id, buyer_id: world.buyer.id, price: 5_400 },
    ]);
    expect(await questions()).toEqual([]);
    expect((await answer(id, false)).body.code).toBe('sale-confirmed');
    expect(await setSold(false)).toMatchObject({ status: 409, body: { code: 'sale-confirmed' } });
    expect((await readBook()).soldAt).not.toBeNull();
  });

  it('alone can answer', async () => {
    await write(other);
    const { id } = (await name()).body;
    for (const by of [world.seller, other]) expect((await answer(id, true, by)).status).toBe(404);
    expect(await questions(other)).toEqual([]);
    expect((await answer(randomUUID(), true)).status).toBe(404);
    expect(await confirmed()).toEqual([]);
  });

  it('is asked no more once the book is available again', async () => {
    const { id } = (await name()).body;
    expect((await setSold(false)).status).toBe(200);
    expect(await questions()).toEqual([]);
    expect(await trades(world.buyer)).toEqual([]);
    expect((await answer(id, true)).body.code).toBe('question-withdrawn');
    expect((await readBook()).seller.totalSales).toBe(0);
    expect(await confirmed()).toEqual([]);
    expect((await name()).body.id).not.toBe(id);
    expect((await setSold(false)).status).toBe(200);
    await name();
    await setSold(false);
    expect((await name()).body.code).toBe('too-many-questions');
  });

  it('is not another one at the same time', async () => {
    await write(other);
    const replies = await Promise.all([name(), name(other), name(), name(other)]);
    expect(replies.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(2);
    expect([...(await questions()), ...(await questions(other))]).toHaveLength(1);
    expect(replies.find(({ status }) => status === 409)!.body.code).toBe('buyer-named');
  });

  it('either confirms the sale, or is too late for a book that is available again', async () => {
    const { id } = (await name()).body;
    const [yes, available] = await Promise.all([answer(id, true), setSold(false)]);
    const isConfirmed = yes.status === 200;
    expect(available.status).toBe(isConfirmed ? 409 : 200);
    expect(await confirmed()).toHaveLength(isConfirmed ? 1 : 0);
    expect((await readBook()).soldAt === null).toBe(!isConfirmed);
  });

  it('who has blocked the seller hears no question, and the seller learns nothing of it', async () => {
    await world.buyer.send('PUT', `/api/blocks/${world.seller.id}`);
    expect((await possibleBuyers()).body).toMatchObject([{ id: world.buyer.id }]);
    const { id } = (await name()).body;
    expect(await trades(world.seller)).toMatchObject([{ sale: { state: 'waiting' } }]);
    expect(await questions()).toEqual([]);
    expect(await trades(world.buyer)).toEqual([]);
    expect((await answer(id, true)).body.code).toBe('question-ended');
    const [{ id: conversationId }] = (await world.buyer.get('/api/conversations')).body;
    const { body } = await world.buyer.get(`/api/conversations/${conversationId}/messages`);
    expect(body).toMatchObject([{ messageType: 'text' }]);
  });

  it('is told in the conversation, as the seller is of the response', async () => {
    const conversationId = await world.openConversation(bookId);
    const lines = async (by: TestClient) =>
      (await by.get(`/api/conversations/${conversationId}/messages`)).body.flatMap(
        ({ event, content }: { event: { kind: string; actorId: string } | null; content: string }) =>
          event === null ? [] : [[event.kind, event.actorId, content]],
      );
    const unread = async (by: TestClient) =>
      (await by.get(`/api/conversations/${conversationId}`)).body.unreadCount;
    const before = await unread(world.seller);
    const { id } = (await name()).body;
    await name();
    expect([await unread(world.buyer), await unread(world.seller)]).toEqual([1, before]);
    await answer(id, false);
    await answer(id, false);
    await setSold(false);
    expect([await unread(world.buyer), await unread(world.seller)]).toEqual([2, before + 1]);
    for (const by of [world.buyer, world.seller])
      expect(await lines(by)).toEqual([
        ['sold-to-buyer', world.seller.id, 'Did you get the book?'],
        ['not-received', world.buyer.id, 'The buyer says that they did not get it.'],
        ['available-again', world.seller.id, 'Marked the book as available again'],
      ]);
    await answer((await name()).body.id, true);
    expect((await lines(world.seller)).at(-1)).toEqual(['received', world.buyer.id, 'Confirmed the sale']);
  });

  it('can be named for a book that was marked as sold before, but not after a confirmed sale', async () => {
    await setSold(true);
    expect((await name()).status).toBe(200);
    expect((await readBook()).seller.totalSales).toBe(1);
    const sold = (await world.createBook()).id;
    await write(world.buyer, sold);
    await world.seller.patch(`/api/books/${sold}`, { isSold: true });
    await confirmSale(world.app, { bookId: sold, sellerId: world.seller.id, buyerId: other.id });
    expect((await name(world.buyer, world.seller, sold)).body.code).toBe('sale-confirmed');
  });

  it('is a user who wrote, of the own listing, at most some of them a day', async () => {
    expect((await name(other)).body.code).toBe('not-a-possible-buyer');
    expect((await name(world.seller)).body.code).toBe('not-a-possible-buyer');
    expect((await name(world.buyer, other)).status).toBe(404);
    await setUsage(world.app, world.seller.id, 'namedSales', dailyBudgets.namedSales);
    expect(await name()).toMatchObject({ status: 429, body: { code: 'daily-limit-reached' } });
    expect((await readBook()).soldAt).toBeNull();
    world.app.clock.advance({ days: 1 });
    expect((await name()).status).toBe(200);
  });
});

describe('a reservation and a named buyer', () => {
  const reservation = async (by = world.buyer, about = bookId) => {
    const conversationId = await world.openConversation(about, by);
    return (await by.get(`/api/conversations/${conversationId}`)).body.reservation;
  };
  const acceptOffer = async (amount: number, by = world.buyer) => {
    const conversationId = await write(by);
    const offer = { amount, clientMessageId: randomUUID() };
    const { id } = (await by.post(`/api/conversations/${conversationId}/offers`, offer)).body;
    expect((await world.seller.post(`/api/offers/${id}/accept`, {})).status).toBe(200);
  };
  const states = async () =>
    (await world.app.database.pool.query('SELECT state FROM reservations')).rows.map(({ state }) => state);

  it('of the two ends as completed, and its price is the price of the sale', async () => {
    await acceptOffer(4_800);
    expect(await trades(world.seller)).toMatchObject([
      { side: 'seller', other: { name: 'Tom Whitaker' }, reservation: { price: 4_800 }, sale: null },
    ]);
    expect(await trades(other)).toEqual([]);
    expect((await name()).body).toMatchObject({ price: 4_800, state: 'waiting' });
    expect(await states()).toEqual(['completed']);
    expect(await reservation()).toBeNull();
    expect((await readBook()).reservedUntil).toBeNull();
    expect(await trades(world.buyer)).toMatchObject([
      { side: 'buyer', other: { name: 'Priya Raman' }, reservation: null, sale: { price: 4_800 } },
    ]);
  });

  it('for another user is canceled, and the price is the asking price', async () => {
    await acceptOffer(4_800, other);
    expect((await name()).body).toMatchObject({ price: 5_400 });
    expect(await states()).toEqual(['canceled']);
    expect(await reservation(other)).toBeNull();
  });
});

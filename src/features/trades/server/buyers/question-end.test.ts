import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { confirmSale } from '#tests/support/product/confirm-sale.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { TestWorld } from '#tests/support/server/test-world.ts';
import { SALE_QUESTION_DAYS } from '../../rules.ts';

let world: TestWorld;
let admin: TestClient;
let seller: TestClient;
let buyer: TestClient;
let bookId: string;
let conversationId: string;
let saleId: string;

beforeAll(async () => {
  world = await TestWorld.open({ variables: { ADMIN_EMAILS: 'ruth@northfield.example' } });
  admin = await world.app.signedInClient('Ruth Ellery', 'ruth@northfield.example');
});
beforeEach(async () => {
  await world.clear();
  await world.app.database.pool.query('TRUNCATE confirmed_sales, blocks CASCADE');
  seller = await world.app.signedInClient('Priya Seller');
  buyer = await world.app.signedInClient('Grace Buyer');
  await world.app.verifyEmails();
  bookId = (await world.createBook({ price: 5_400 }, seller)).id;
  conversationId = await world.openConversation(bookId, buyer);
  await world.sendMessage(conversationId, 'I take it.', buyer);
  saleId = (await seller.post(`/api/books/${bookId}/named-sale`, { buyerId: buyer.id })).body.id;
  expect(await questions()).toMatchObject([{ id: saleId }]);
});
afterAll(() => world.app.stop());

const questions = async () => (await buyer.get('/api/users/me/sale-questions')).body;
const tradeOf = async (by: TestClient) =>
  (await by.get(`/api/users/me/deals?bookIds=${bookId}`)).body.at(0)?.sale?.state;
const answer = (received: boolean) => buyer.post(`/api/named-sales/${saleId}/response`, { received });
const linesOf = async (by: TestClient): Promise<string[]> =>
  (await by.get(`/api/conversations/${conversationId}/messages`)).body.flatMap(
    ({ event }: { event: { kind: string } | null }) => event?.kind ?? [],
  );
const confirmed = async () =>
  (await world.app.database.pool.query('SELECT id FROM confirmed_sales WHERE id = $1', [saleId])).rowCount;

async function expectOver(): Promise<void> {
  expect(await questions()).toEqual([]);
  expect(await tradeOf(buyer)).toBeUndefined();
  for (const received of [true, false])
    expect(await answer(received)).toMatchObject({ status: 409, body: { code: 'question-ended' } });
  expect(await questions()).toEqual([]);
  expect(await confirmed()).toBe(0);
}

describe('the question whether a buyer got the book', () => {
  it('ends after 14 days, for both', async () => {
    world.app.clock.advance({ days: SALE_QUESTION_DAYS, seconds: -1 });
    expect(await questions()).toHaveLength(1);
    expect(await tradeOf(seller)).toBe('waiting');
    world.app.clock.advance({ seconds: 1 });
    await expectOver();
    expect(await tradeOf(seller)).toBeUndefined();
    expect((await seller.patch(`/api/books/${bookId}`, { isSold: false })).status).toBe(200);
    const again = await seller.post(`/api/books/${bookId}/named-sale`, { buyerId: buyer.id });
    expect(again.status).toBe(200);
    expect(await questions()).toMatchObject([{ id: again.body.id }]);
  });

  it('may be answered again until it ends; the response stays', async () => {
    await answer(false);
    world.app.clock.advance({ days: SALE_QUESTION_DAYS });
    expect(await answer(true)).toMatchObject({ status: 409, body: { code: 'question-ended' } });
    expect(await answer(false)).toMatchObject({ status: 200, body: { state: 'denied' } });
    expect(await tradeOf(seller)).toBe('denied');
    expect(await confirmed()).toBe(0);
  });

  it('ends with the listing, and returns when its deletion is undone', async () => {
    const socket = await buyer.connect();
    expect((await seller.delete(`/api/books/${bookId}`)).status).toBe(200);
    await socket.next('conversation');
    await expectOver();
    expect(await tradeOf(seller)).toBeUndefined();
    expect((await seller.post(`/api/books/${bookId}/restore`)).status).toBe(200);
    await socket.next('conversation');
    expect(await questions()).toHaveLength(1);
    expect((await answer(true)).status).toBe(200);
  });

  it.each([true, false])('ends for a seller who blocks, and not for the buyer (%s)', async (received) => {
    await seller.send('PUT', `/api/blocks/${buyer.id}`);
    expect(await tradeOf(seller)).toBeUndefined();
    expect(await questions()).toMatchObject([{ id: saleId }]);
    expect(await tradeOf(buyer)).toBe('waiting');
    const state = received ? 'confirmed' : 'denied';
    expect(await answer(received)).toMatchObject({ status: 200, body: { state } });
    expect(await tradeOf(buyer)).toBe(state);
    expect(await confirmed()).toBe(received ? 1 : 0);
    const line = received ? 'received' : 'not-received';
    expect(await linesOf(buyer)).toContain(line);
    expect(await linesOf(seller)).not.toContain(line);
  });

  it('does not change with other edits of the listing', async () => {
    await answer(false);
    for (const changes of [{ description: 'Clean.' }, { isSold: true }, { price: 5_000 }])
      expect((await seller.patch(`/api/books/${bookId}`, changes)).status).toBe(200);
    expect(await tradeOf(seller)).toBe('denied');
  });
});

it('a listing that is available despite a confirmed sale can be edited and deleted', async () => {
  const { id } = await world.createBook({}, seller);
  await confirmSale(world.app, { bookId: id, sellerId: seller.id, buyerId: buyer.id });
  for (const changes of [{ price: 900 }, { isSold: false }])
    expect((await seller.patch(`/api/books/${id}`, changes)).status).toBe(200);
  expect((await admin.delete(`/api/admin/books/${id}`)).status).toBe(200);
});

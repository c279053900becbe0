import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { TestWorld } from '#tests/support/server/test-world.ts';

let world: TestWorld;
let seller: TestClient;
let buyer: TestClient;
let bookId: string;
let saleId: string;

beforeAll(async () => {
  world = await TestWorld.open();
});
beforeEach(async () => {
  await world.clear();
  await world.app.database.pool.query('TRUNCATE confirmed_sales CASCADE');
  seller = await world.app.signedInClient('Priya Seller');
  buyer = await world.app.signedInClient('Grace Buyer');
  await world.app.verifyEmails();
  bookId = (await world.createBook({ price: 5_400 }, seller)).id;
  const conversationId = await world.openConversation(bookId, buyer);
  await world.sendMessage(conversationId, 'I take it.', buyer);
  saleId = (await seller.post(`/api/books/${bookId}/named-sale`, { buyerId: buyer.id })).body.id;
  await answer(false);
});
afterAll(() => world.app.stop());

const answer = (received: boolean) => buyer.post(`/api/named-sales/${saleId}/response`, { received });

/** What one of the two, or a visitor, sees of the sale. */
async function readAs(by: TestClient) {
  const read = async (path: string) => (await by.get(path)).body;
  const book = await read(`/api/books/${bookId}`);
  const isUser = by.id !== '';
  const mine = async (path: string) => (isUser ? read(`/api/users/me/${path}`) : []);
  return {
    isSold: book.soldAt !== null,
    marked: book.seller.totalSales,
    confirmed: (await read(`/api/users/${seller.id}`)).confirmedSales,
    state: (await mine(`deals?bookIds=${bookId}`)).at(0)?.sale?.state,
    questions: (await mine('sale-questions')).length,
    bought: (await mine('bought')).length,
    reviews: (await mine('review-requests')).length,
  };
}
const review = (by: TestClient) =>
  by.post(`/api/reservations/${saleId}/review`, { stars: 5, tags: [], text: '' });

const NOTHING = { confirmed: 0, questions: 0, bought: 0, reviews: 0 };

describe("a sale whose buyer said 'No'", () => {
  it('is sold and unconfirmed for everybody', async () => {
    const denied = { ...NOTHING, isSold: true, marked: 1, state: 'denied' };
    expect(await readAs(seller)).toEqual(denied);
    expect(await readAs(buyer)).toEqual(denied);
    expect(await readAs(world.app.visitor())).toEqual({ ...denied, state: undefined });
    for (const by of [seller, buyer]) expect((await review(by)).status).toBe(404);
  });

  it('is no sale once the listing is available again', async () => {
    expect((await seller.patch(`/api/books/${bookId}`, { isSold: false })).status).toBe(200);
    const available = { ...NOTHING, isSold: false, marked: 0, state: undefined };
    for (const by of [seller, buyer, world.app.visitor()]) expect(await readAs(by)).toEqual(available);
    expect((await answer(true)).body.code).toBe('question-withdrawn');
    for (const by of [seller, buyer]) expect((await review(by)).status).toBe(404);
  });

  it("is confirmed for both once the buyer corrects it to 'Yes'", async () => {
    expect((await answer(true)).status).toBe(200);
    const confirmed = { isSold: true, marked: 1, confirmed: 1, state: 'confirmed', questions: 0, reviews: 1 };
    expect(await readAs(seller)).toEqual({ ...confirmed, bought: 0 });
    expect(await readAs(buyer)).toEqual({ ...confirmed, bought: 1 });
    for (const by of [seller, buyer]) expect((await review(by)).status).toBe(200);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { algorithms, TestWorld } from '#tests/support/server/test-world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await TestWorld.open();
});
beforeEach(async () => {
  await world.clear();
  await world.app.database.pool.query('TRUNCATE confirmed_sales CASCADE');
});
afterAll(() => world.app.stop());

/** A listing of the seller that the buyer is named for. */
async function nameBuyer(changes: object = {}, { seller = world.seller, buyer = world.buyer } = {}) {
  const bookId: string = (await world.createBook(changes, seller)).id;
  const conversationId = await world.openConversation(bookId, buyer);
  await world.sendMessage(conversationId, 'I take it.', buyer);
  const { body } = await seller.post(`/api/books/${bookId}/named-sale`, { buyerId: buyer.id });
  return { bookId, id: body.id as string };
}
async function sell(changes: object = {}, seller = world.seller) {
  const named = await nameBuyer(changes, { seller });
  const reply = await world.buyer.post(`/api/named-sales/${named.id}/response`, { received: true });
  expect(reply.status).toBe(200);
  return named;
}
const bought = async (by = world.buyer) => (await by.get('/api/users/me/bought')).body;

describe('a bought book', () => {
  it('is listed for its buyer, newest first, as the listing was when it was sold', async () => {
    const { bookId, id } = await sell();
    await world.seller.patch(`/api/books/${bookId}`, { title: 'Something else' });
    world.app.clock.advance({ minutes: 1 });
    const second = await sell({ title: 'Calculus', isbn: null, price: 900 });
    expect(await bought()).toMatchObject([
      { bookId: second.bookId, title: 'Calculus', isbn: null, price: 900, seller: { name: 'Priya Raman' } },
      { id, bookId, title: 'Introduction to Algorithms, 4th Edition', subject: 'Computer Science' },
    ]);
    const first = await world.buyer.get('/api/users/me/bought?limit=1');
    expect(first.body).toHaveLength(1);
    expect(first.headers.get('link')).toContain('rel="next"');
    expect((await world.buyer.get(`/api/users/me/bought/${id}`)).body).toMatchObject({ id, price: 6_800 });
    expect((await world.seller.get(`/api/users/me/bought/${id}`)).status).toBe(404);
    expect(await bought(world.seller)).toEqual([]);
  });

  it('stays when the listing is deleted and when its seller leaves', async () => {
    const leaving = await world.app.signedInClient('Leaving Seller');
    const { bookId } = await sell({ title: 'Thinking, Fast and Slow' }, leaving);
    await leaving.delete(`/api/books/${bookId}`);
    expect(await bought()).toMatchObject([{ bookId: null, title: 'Thinking, Fast and Slow' }]);
    await world.app.app.accounts.deleteUser(leaving.id);
    expect(await bought()).toMatchObject([
      { bookId: null, title: 'Thinking, Fast and Slow', price: 6_800, seller: null },
    ]);
  });
});

it('named sales are exported to the two, and deleted with either', async () => {
  const leaving = await world.app.signedInClient('Leaving Buyer');
  const { bookId } = await nameBuyer({}, { buyer: leaving });
  const exported = async (of: TestClient) => (await of.get('/api/users/me/export')).body.namedSales;
  const what = { bookId, title: algorithms.title, price: 6_800, state: 'waiting' };
  const sale = { ...what, createdAt: expect.any(String), answeredAt: null };
  expect(await exported(world.seller)).toEqual({ named: [sale], questions: [] });
  expect(await exported(leaving)).toEqual({ named: [], questions: [sale] });
  await world.app.app.accounts.deleteUser(leaving.id);
  expect(await exported(world.seller)).toEqual({ named: [], questions: [] });
  expect((await world.app.visitor().get(`/api/books/${bookId}`)).body.soldAt).not.toBeNull();
});

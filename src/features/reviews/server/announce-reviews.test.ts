import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createSale } from '#tests/support/product/create-sale.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { TestWorld } from '#tests/support/server/test-world.ts';

let world: TestWorld;
let saleId: string;
let conversationId: string;
beforeAll(async () => {
  world = await TestWorld.open();
});
afterAll(() => world.app.stop());
beforeEach(async () => {
  await world.clear();
  await world.app.database.pool.query('TRUNCATE confirmed_sales CASCADE');
  const { id: bookId } = await world.createBook();
  conversationId = await world.openConversation(bookId);
  await world.sendMessage(conversationId, 'Is it still available?');
  saleId = await createSale(world.app, { sellerId: world.seller.id, buyerId: world.buyer.id, bookId });
});

const review = (author: TestClient) => author.post(`/api/reservations/${saleId}/review`, { stars: 5 });
const announce = () => world.app.app.context.jobs.runNow('announce-reviews');
const linesOf = async (reader: TestClient) =>
  (await reader.get(`/api/conversations/${conversationId}/messages`)).body
    .filter(({ messageType }: { messageType: string }) => messageType === 'event')
    .map(
      ({ event, receiverId }: { event: { kind: string; actorId: string | null }; receiverId: string }) => ({
        kind: event.kind,
        actorId: event.actorId,
        isReceived: receiverId === reader.id,
      }),
    );

it('tells both in one line, once, when both have written', async () => {
  await review(world.buyer);
  await announce();
  expect(await linesOf(world.seller)).toEqual([]);
  await review(world.seller);
  await Promise.all([announce(), announce()]);
  await announce();
  const line = { kind: 'reviews-published', actorId: null, isReceived: true };
  expect(await linesOf(world.seller)).toEqual([line]);
  expect(await linesOf(world.buyer)).toEqual([line]);
});

it('tells the reviewed user alone when the time is over', async () => {
  await review(world.buyer);
  world.app.clock.advance({ days: 14, seconds: -1 });
  await announce();
  expect(await linesOf(world.seller)).toEqual([]);
  world.app.clock.advance({ seconds: 1 });
  await announce();
  const line = { kind: 'reviews-published', actorId: world.buyer.id };
  expect(await linesOf(world.seller)).toEqual([{ ...line, isReceived: true }]);
  expect(await linesOf(world.buyer)).toEqual([{ ...line, isReceived: false }]);
});

it('tells nobody of a sale without a conversation', async () => {
  saleId = await createSale(world.app, { sellerId: world.seller.id, buyerId: world.buyer.id });
  await review(world.buyer);
  await review(world.seller);
  await announce();
  expect(await linesOf(world.seller)).toEqual([]);
});

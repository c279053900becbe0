import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createCountedSale } from '#tests/support/product/create-sale.ts';
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
  saleId = await createCountedSale(world.app, { sellerId: world.seller.id, buyerId: world.buyer.id, bookId });
});

const review = (author: TestClient) => author.post(`/api/reservations/${saleId}/review`, { stars: 5 });
const announce = () => world.app.app.context.jobs.runNow('announce-reviews');
const linesOf = async (reader: TestClient, id = conversationId) =>
  (await reader.get(`/api/conversations/${id}/messages`)).body
    .filter(({ messageType }: { messageType: string }) => messageType === 'event')
    .map(
      ({ event, receiverId }: { event: { kind: string; actorId: string | null }; receiverId: string }) => ({
        kind: event.kind,
        actorId: event.actorId,
        isReceived: receiverId === reader.id,
      }),
    );
const countLines = async (id: string) => (await linesOf(world.seller, id)).length;

it('tells both in one line, once, when both have written', async () => {
  await review(world.buyer);
  await announce();
  expect(await linesOf(world.seller)).toEqual([]);
  const socket = await world.buyer.connect();
  await review(world.seller);
  expect(await socket.next('conversation')).toMatchObject({ conversation: { id: conversationId } });
  await Promise.all([announce(), announce()]);
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
  saleId = await createCountedSale(world.app, { sellerId: world.seller.id, buyerId: world.buyer.id });
  await review(world.buyer);
  await review(world.seller);
  await announce();
  expect(await linesOf(world.seller)).toEqual([]);
});

it('tells of the other sales when one fails, and of that one in the next run', async () => {
  const { pool } = world.app.database;
  const conversationOf = new Map<string, string>();
  for (let sale = 0; sale < 3; sale += 1) {
    const { id: bookId } = await world.createBook();
    const id = await world.openConversation(bookId);
    await world.sendMessage(id, 'Is it still available?');
    saleId = await createCountedSale(world.app, {
      sellerId: world.seller.id,
      buyerId: world.buyer.id,
      bookId,
    });
    conversationOf.set(saleId, id);
    await review(world.buyer);
  }
  world.app.clock.advance({ days: 14 });
  const conversations = [...conversationOf.keys()].toSorted().map((id) => conversationOf.get(id)!);
  await pool.query(`CREATE FUNCTION fail_line() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RAISE 'full'; END$$;
    CREATE TRIGGER fail_line BEFORE INSERT ON messages FOR EACH ROW
    WHEN (NEW.conversation_id = '${conversations[1]}') EXECUTE FUNCTION fail_line()`);
  await announce();
  expect(await Promise.all(conversations.map(countLines))).toEqual([1, 0, 1]);
  await pool.query('DROP FUNCTION fail_line CASCADE');
  await announce();
  expect(await Promise.all(conversations.map(countLines))).toEqual([1, 1, 1]);
});

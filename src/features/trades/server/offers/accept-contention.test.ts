import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestWorld } from '#tests/support/server/test-world.ts';

const BUYERS = 12;

let world: TestWorld;
beforeAll(async () => {
  world = await TestWorld.open();
});
afterAll(() => world.app.stop());

it('reserves a book once when the seller accepts the offers of many buyers at the same time', async () => {
  const { id: bookId } = await world.createBook({ price: 5_400 });
  const buyers = await Promise.all(
    Array.from({ length: BUYERS }, (_, index) => world.app.signedInClient(`Buyer ${index}`)),
  );
  await world.app.verifyEmails();
  const offers = await Promise.all(
    buyers.map(async (buyer) => {
      const conversationId = await world.openConversation(bookId, buyer);
      const offer = { amount: 5_000, clientMessageId: randomUUID() };
      return (await buyer.post(`/api/conversations/${conversationId}/offers`, offer)).body.id;
    }),
  );
  const accepted = await Promise.all(offers.map((id) => world.seller.post(`/api/offers/${id}/accept`, {})));
  expect(accepted.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200,
    ...offers.slice(1).map(() => 409),
  ]);
  const { rows } = await world.app.database.pool.query(`SELECT
    (SELECT count(*) FROM reservations WHERE state = 'active')::int AS active,
    count(*) FILTER (WHERE end_reason = 'reserved')::int AS declined FROM offers`);
  expect(rows).toEqual([{ active: 1, declined: BUYERS - 1 }]);
});

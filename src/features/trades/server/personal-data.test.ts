import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { TestWorld } from '#tests/support/server/test-world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await TestWorld.open();
});
afterAll(() => world.app.stop());

it('offers and reservations are in the export of both', async () => {
  const conversationId = await world.openConversation((await world.createBook({ price: 5_400 })).id);
  const { id } = (await world.buyer.post(`/api/conversations/${conversationId}/offers`, { amount: 4_800 }))
    .body;
  expect((await world.seller.post(`/api/offers/${id}/accept`)).status).toBe(200);
  const exported = async (user: TestClient) => (await user.get('/api/users/me/export')).body.offers;
  expect(await exported(world.buyer)).toMatchObject({
    made: [{ conversationId, amount: 4_800, state: 'accepted' }],
    reservations: [{ price: 4_800, state: 'active' }],
  });
  expect(await exported(world.seller)).toMatchObject({ made: [], reservations: [{ price: 4_800 }] });
});

it('a seller can counter after the account of another buyer is deleted', async () => {
  const { id: bookId } = await world.createBook({ price: 5_400 });
  const makeOffer = async (buyer: TestClient) => {
    const conversationId = await world.openConversation(bookId, buyer);
    return (await buyer.post(`/api/conversations/${conversationId}/offers`, { amount: 4_000 })).body.id;
  };
  const counter = async (by: TestClient, id: string, amount: number) => {
    const reply = await by.post(`/api/offers/${id}/counter`, { amount });
    expect(reply.status).toBe(200);
    return reply.body.id;
  };
  const leaving = await world.app.signedInClient('Leaving Buyer');
  await counter(world.seller, await makeOffer(leaving), 5_100);
  const second = await counter(world.seller, await makeOffer(world.buyer), 5_200);
  await world.app.app.accounts.deleteUser(leaving.id);
  await counter(world.seller, await counter(world.buyer, second, 4_100), 5_000);
});

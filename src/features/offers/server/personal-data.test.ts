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

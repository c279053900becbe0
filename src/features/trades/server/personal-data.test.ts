import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { TestWorld } from '#tests/support/server/test-world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await TestWorld.open();
});
beforeEach(() => world.clear());
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

it('nothing that a deleted listing said is in the export of another user than its seller', async () => {
  const reserved = await world.createBook({ title: 'Zanzibar', description: 'Marginalia in pencil.' });
  const conversationId = await world.openConversation(reserved.id);
  await world.sendMessage(conversationId, 'Is it still available?');
  await world.buyer.post('/api/favorites/toggle', { bookId: reserved.id, favorited: true });
  expect((await world.seller.post(`/api/conversations/${conversationId}/reservations`)).status).toBe(200);
  await world.seller.post(`/api/books/${reserved.id}/named-sale`, { buyerId: world.buyer.id });
  const exported = async (user: TestClient) => (await user.get('/api/users/me/export')).body;
  type Titled = { title: string | null };
  type Exported = {
    favorites: Titled[];
    namedSales: Record<'named' | 'questions', Titled[]>;
    offers: { reservations: { agreed: { description: string } | null }[] };
  };
  const read = ({ favorites, namedSales, offers }: Exported) => [
    favorites.map(({ title }) => title),
    [...namedSales.named, ...namedSales.questions].map(({ title }) => title),
    offers.reservations.map(({ agreed }) => agreed?.description),
  ];
  const before = [['Zanzibar'], ['Zanzibar'], ['Marginalia in pencil.']];
  expect(read(await exported(world.buyer))).toEqual(before);
  expect((await world.seller.delete(`/api/books/${reserved.id}`)).status).toBe(200);
  expect(read(await exported(world.buyer))).toEqual([[null], [null], [undefined]]);
  expect(read(await exported(world.seller))).toEqual([[], ['Zanzibar'], ['Marginalia in pencil.']]);
  // The title alone stays with the conversation, as the app shows it.
  const { conversations, ...rest } = await exported(world.buyer);
  expect(JSON.stringify(rest)).not.toMatch(/Zanzibar|Marginalia/);
  expect(conversations).toMatchObject([{ book: 'Zanzibar' }]);
});

it('whether the other one has read a line that both receive is in the export of neither', async () => {
  const conversationId = await world.openConversation((await world.createBook({ price: 5_400 })).id);
  await world.sendMessage(conversationId, 'Is it still available?');
  await world.seller.post(`/api/conversations/${conversationId}/reservations`);
  world.app.clock.advance({ days: 3 });
  await world.app.app.context.jobs.runNow('end-overdue-offers');
  const { body: messages } = await world.buyer.get(`/api/conversations/${conversationId}/messages`);
  await world.buyer.patch(`/api/messages/${messages.at(-1).id}/read`, {});
  const lineOf = async (user: TestClient) =>
    (await user.get('/api/users/me/export')).body.conversations[0].messages.at(-1);
  const read = { sentByYou: false, readAt: world.app.clock.now().toISOString() };
  expect([await lineOf(world.buyer), await lineOf(world.seller)]).toMatchObject([
    read,
    { ...read, readAt: null },
  ]);
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

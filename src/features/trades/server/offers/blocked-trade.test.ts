import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { TestWorld } from '#tests/support/server/test-world.ts';

let world: TestWorld;
let conversationId: string;
let path: string;
beforeAll(async () => {
  world = await TestWorld.open();
});
afterAll(() => world.app.stop());
beforeEach(async () => {
  await world.clear();
  await world.app.database.pool.query('DELETE FROM blocks');
  const { id } = await world.createBook({ price: 5_400 });
  conversationId = await world.openConversation(id);
  path = `/api/conversations/${conversationId}`;
  await world.sendMessage(conversationId, 'Is it still available?');
});

const block = async (by: TestClient, other: TestClient) =>
  expect((await by.send('PUT', `/api/blocks/${other.id}`)).status).toBe(200);
const reserve = async () => {
  expect((await world.seller.post(`${path}/reservations`)).status).toBe(200);
  world.app.clock.advance({ seconds: 1 });
};
const messagesOf = async (by: TestClient) => (await by.get(`${path}/messages`)).body;
const linesOf = async (by: TestClient) =>
  (await messagesOf(by)).flatMap(({ event }: { event: { kind: string; actorId: string } | null }) =>
    event === null ? [] : [[event.kind, event.actorId]],
  );
const isReserved = async (by: TestClient) => (await by.get(path)).body.reservation !== null;
const unreadOf = async (by: TestClient) => (await by.get(path)).body.unreadCount;

const directions = [
  ['the buyer', 'the seller', () => [world.buyer, world.seller] as const],
  ['the seller', 'the buyer', () => [world.seller, world.buyer] as const],
] as const;

describe.each(directions)('%s blocks %s', (_, __, sides) => {
  it('and ends the reservation, as if canceled by hand; a block in return tells nothing more', async () => {
    const [one, other] = sides();
    await reserve();
    const unread = await unreadOf(other);
    await block(one, other);
    const expectCanceled = async () => {
      for (const reader of [one, other]) {
        expect(await isReserved(reader)).toBe(false);
        expect(await linesOf(reader)).toEqual([
          ['reserved', world.seller.id],
          ['reservation-canceled', one.id],
        ]);
      }
    };
    await expectCanceled();
    expect(await unreadOf(other)).toBe(unread + 1);
    await block(other, one);
    await expectCanceled();
    for (const [by, from] of [
      [one, other],
      [other, one],
    ] as const)
      await by.delete(`/api/blocks/${from.id}`);
    await expectCanceled();
  });

  it('and ends a reservation that a process whose clock is ahead has just made', async () => {
    const [one, other] = sides();
    await reserve();
    world.app.clock.advance({ seconds: -2 });
    await block(one, other);
    for (const reader of [one, other]) {
      expect(await isReserved(reader)).toBe(false);
      expect((await linesOf(reader)).at(-1)).toEqual(['reservation-canceled', one.id]);
    }
    world.app.clock.advance({ seconds: 2 });
  });

  it('and ends a reservation that begins with an acceptance at the same time', async () => {
    const [one, other] = sides();
    const { id } = (await world.buyer.post(`${path}/offers`, { amount: 4_800 })).body;
    const [accepted] = await Promise.all([world.seller.post(`/api/offers/${id}/accept`), block(one, other)]);
    expect([200, 404, 409]).toContain(accepted.status);
    for (const reader of [one, other]) expect(await isReserved(reader)).toBe(false);
  });

  it('and is told of a reservation that was over by time, as is the other one', async () => {
    const [one, other] = sides();
    await reserve();
    world.app.clock.advance({ days: 3 });
    await block(one, other);
    for (const reader of [one, other])
      expect((await linesOf(reader)).at(-1)).toEqual(['reservation-expired', null]);
  });
});

describe('both block each other', () => {
  it('at the same time, and each is told once that the reservation is canceled', async () => {
    await reserve();
    await Promise.all([block(world.buyer, world.seller), block(world.seller, world.buyer)]);
    for (const reader of [world.buyer, world.seller]) {
      expect(await isReserved(reader)).toBe(false);
      const lines = await linesOf(reader);
      expect(lines.map(([kind]: [string]) => kind)).toEqual(['reserved', 'reservation-canceled']);
    }
  });

  it('and a seller who reserved it for a buyer who has blocked them is told of its end', async () => {
    await block(world.buyer, world.seller);
    world.app.clock.advance({ seconds: 1 });
    await reserve();
    await block(world.seller, world.buyer);
    expect(await linesOf(world.seller)).toEqual([
      ['reserved', world.seller.id],
      ['reservation-canceled', world.seller.id],
    ]);
    await world.seller.delete(`/api/blocks/${world.buyer.id}`);
    await reserve();
    world.app.clock.advance({ days: 3 });
    await block(world.seller, world.buyer);
    expect((await linesOf(world.seller)).at(-1)).toEqual(['reservation-expired', null]);
    // Who has blocked the other one sees no line.
    expect(await linesOf(world.buyer)).toEqual([]);
    for (const reader of [world.buyer, world.seller]) expect(await isReserved(reader)).toBe(false);
    await world.buyer.delete(`/api/blocks/${world.seller.id}`);
    expect(await linesOf(world.buyer)).toEqual([]);
  });
});

describe('a pending offer', () => {
  const offerOf = async (reader: TestClient) =>
    (await messagesOf(reader)).find(({ offer }: { offer: object | null }) => offer !== null).offer.state;
  const expectOffer = async (buyers: string, sellers: string) =>
    expect([await offerOf(world.buyer), await offerOf(world.seller)]).toEqual([buyers, sellers]);
  beforeEach(async () => {
    expect((await world.buyer.post(`${path}/offers`, { amount: 4_800 })).status).toBe(200);
    await expectOffer('pending', 'pending');
  });

  it('of who blocks is withdrawn, for both', async () => {
    await block(world.buyer, world.seller);
    await expectOffer('withdrawn', 'withdrawn');
    await block(world.seller, world.buyer);
    await expectOffer('withdrawn', 'withdrawn');
  });

  it('of who was blocked ends as countered once the other one makes an offer: nothing tells of the block', async () => {
    const { id } = (await messagesOf(world.seller)).at(-1).offer;
    expect((await world.seller.post(`/api/offers/${id}/counter`, { amount: 5_000 })).status).toBe(200);
    await block(world.buyer, world.seller);
    await world.buyer.delete(`/api/blocks/${world.seller.id}`);
    expect((await world.buyer.post(`${path}/offers`, { amount: 4_900 })).status).toBe(200);
    const offersOf = async (reader: TestClient) =>
      (await messagesOf(reader)).flatMap(
        ({ offer }: { offer: { state: string } | null }) => offer?.state ?? [],
      );
    expect(await offersOf(world.seller)).toEqual(['countered', 'countered', 'pending']);
    const { made } = (await world.seller.get('/api/users/me/export')).body.offers;
    expect(made).toMatchObject([{ amount: 5_000, state: 'countered' }]);
  });

  it('of who is blocked seems to wait, until they block in return or its time is over', async () => {
    await block(world.seller, world.buyer);
    await expectOffer('pending', 'expired');
    await block(world.buyer, world.seller);
    await expectOffer('withdrawn', 'expired');
    expect(await linesOf(world.buyer)).toEqual([]);
    expect(await linesOf(world.seller)).toEqual([]);
  });
});

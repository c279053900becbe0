import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { dailyBudgets } from '#features/accounts/budget-rules.ts';
import type { Reply, TestClient } from '#tests/support/server/test-app.ts';
import { TestWorld } from '#tests/support/server/test-world.ts';

/** More often than any limit between two users allows. */
const OFTEN = 12;

let world: TestWorld;
let conversationId: string;
let path: string;
beforeAll(async () => {
  world = await TestWorld.open();
});
afterAll(() => world.app.stop());
beforeEach(async () => {
  await world.clear();
  world.app.clock.advance({ days: 1 });
  const { id } = await world.createBook({ price: 5_400 });
  conversationId = await world.openConversation(id);
  path = `/api/conversations/${conversationId}`;
});

const reserve = () => world.seller.post(`${path}/reservations`);
const cancel = (by: TestClient, id: string) => by.post(`/api/reservations/${id}/cancel`);
const offer = () => world.buyer.post(`${path}/offers`, { amount: 4_800 });
const readReservation = async () => (await world.buyer.get(path)).body.reservation;
const countMessages = async (reader: TestClient): Promise<number> =>
  (await reader.get(`${path}/messages?limit=100`)).body.length;

/** Does it often, each time after the one before, and returns the first refusal. */
async function repeat(act: () => Promise<Reply>, undo: (id: string) => Promise<unknown>): Promise<Reply> {
  const refusals: Reply[] = [];
  for (let time = 0; time < OFTEN; time += 1) {
    const reply = await act();
    if (reply.status === 200) await undo(reply.body.id);
    else refusals.push(reply);
  }
  // What is refused once is refused until tomorrow.
  for (const { body } of refusals) expect(body.code).toBe(refusals[0]!.body.code);
  return refusals[0]!;
}

function expectRefused(refusal: Reply, code: string): void {
  expect(refusal).toMatchObject({ status: 429, body: { status: 429, code, detail: expect.any(String) } });
  expect(refusal.headers.get('content-type')).toContain('application/problem+json');
  expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0);
}

it('a seller who reserves, blocks and unblocks writes no more', async () => {
  const blocks = `/api/blocks/${world.buyer.id}`;
  const blockAndUnblock = async () => {
    world.app.clock.advance({ seconds: 1 });
    for (let time = 0; time < 3; time += 1) {
      expect((await world.seller.send('PUT', blocks)).status).toBe(200);
      expect((await world.seller.delete(blocks)).status).toBe(200);
    }
  };
  expectRefused(await repeat(reserve, blockAndUnblock), 'too-many-reservations');
  expect(await countMessages(world.buyer)).toBe(6);
});

it('a buyer who offers and withdraws, or whose accepted offers are canceled, writes five offers', async () => {
  const withdraw = (id: string) => world.buyer.post(`/api/offers/${id}/withdraw`);
  expectRefused(await repeat(offer, withdraw), 'too-many-offers');
  expect(await countMessages(world.seller)).toBe(5);
  world.app.clock.advance({ days: 1 });
  const acceptAndCancel = async (id: string) => {
    expect((await world.seller.post(`/api/offers/${id}/accept`)).status).toBe(200);
    await cancel(world.buyer, (await readReservation()).id);
  };
  expectRefused(await repeat(offer, acceptAndCancel), 'too-many-offers');
  expect(await countMessages(world.seller)).toBe(5 + 3 * 5);
});

it.each(['buyer', 'seller'] as const)(
  'a %s who proposes and cancels meetings writes twenty messages, also with another reservation',
  async (side) => {
    const [by, other] = side === 'buyer' ? [world.buyer, world.seller] : [world.seller, world.buyer];
    await reserve();
    const day = new Date(world.app.clock.now().getTime() + 2 * 86_400_000).toISOString().slice(0, 10);
    const propose = () => by.post(`${path}/meetings`, { place: 'Library entrance', day, time: '14:00' });
    const cancelMeeting = (id: string) => by.post(`/api/meetings/${id}/cancel`);
    const before = await countMessages(other);
    expectRefused(await repeat(propose, cancelMeeting), 'too-many-meetings');
    expect(await countMessages(other)).toBe(before + 20);
    await cancel(by, (await readReservation()).id);
    await reserve();
    expectRefused(await propose(), 'too-many-meetings');
  },
);

it('a seller who types wrong codes writes a line for each five edits of a day, at most one in 15 minutes', async () => {
  await reserve();
  const { id, code } = await readReservation();
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  const confirm = () => world.seller.post(`/api/reservations/${id}/confirm`, { code: wrong });
  const before = await countMessages(world.buyer);
  for (let time = 0; time < OFTEN; time += 1) await confirm();
  expectRefused(await confirm(), 'handover-paused');
  expect(await countMessages(world.buyer)).toBe(before + 1);
  await world.app.database.pool.query(
    `UPDATE daily_usage SET amount = $1 WHERE user_id = $2 AND kind = 'edits'`,
    [dailyBudgets.edits - 5, world.seller.id],
  );
  world.app.clock.advance({ minutes: 15 });
  for (let time = 0; time < 5; time += 1) await confirm();
  world.app.clock.advance({ minutes: 15 });
  expectRefused(await confirm(), 'daily-limit-reached');
  expect(await countMessages(world.buyer)).toBe(before + 2);
});

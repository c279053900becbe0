import { afterAll, beforeAll, expect, it } from 'vitest';
import { dailyBudgets } from '#features/accounts/budget-rules.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { TestWorld } from '#tests/support/server/test-world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await TestWorld.open();
});
afterAll(() => world.app.stop());

it('reservations are made and canceled within the daily limit of edits', async () => {
  const { id: bookId } = await world.createBook();
  const id = await world.reserve(bookId);
  const conversationId = await world.openConversation(bookId);
  const spend = (client: TestClient) =>
    world.app.database.pool.query(
      `INSERT INTO daily_usage (user_id, day, kind, amount) VALUES ($1, $2, 'edits', $3)
      ON CONFLICT (user_id, day, kind) DO UPDATE SET amount = excluded.amount`,
      [client.id, world.app.clock.now().toISOString().slice(0, 10), dailyBudgets.edits],
    );
  await spend(world.buyer);
  await spend(world.seller);
  const refused = { status: 429, body: { code: 'daily-limit-reached' } };
  for (const by of [world.buyer, world.seller])
    expect(await by.post(`/api/reservations/${id}/cancel`, {})).toMatchObject(refused);
  const second = await world.openConversation((await world.createBook()).id);
  await world.sendMessage(second, 'Is it still available?');
  const reserve = (conversation: string) =>
    world.seller.post(`/api/conversations/${conversation}/reservations`, {});
  expect(await reserve(second)).toMatchObject(refused);
  // A repeat changes nothing.
  expect(await reserve(conversationId)).toMatchObject({ status: 200, body: { id } });
  const { body } = await world.buyer.get(`/api/conversations/${conversationId}`);
  expect(body.reservation).toMatchObject({ id });
});

it('three reservations without an offer are made in a conversation a day, also after they are canceled', async () => {
  world.app.clock.advance({ days: 1 });
  const { id: bookId } = await world.createBook();
  const conversationId = await world.openConversation(bookId);
  const reserve = () => world.seller.post(`/api/conversations/${conversationId}/reservations`, {});
  for (let number = 1; number <= 3; number += 1) {
    const { status, body } = await reserve();
    expect(status).toBe(200);
    expect((await reserve()).body.id).toBe(body.id);
    await world.seller.post(`/api/reservations/${body.id}/cancel`, {});
  }
  const refused = await reserve();
  expect(refused).toMatchObject({
    status: 429,
    body: {
      code: 'too-many-reservations',
      detail: 'You can reserve a book for the same buyer 3 times a day. Try again tomorrow.',
    },
  });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  const another = await world.openConversation((await world.createBook()).id);
  expect((await world.seller.post(`/api/conversations/${another}/reservations`, {})).status).toBe(200);
  world.app.clock.advance({ days: 1 });
  expect((await reserve()).status).toBe(200);
});

it('a reservation that another process makes while this one waits for the book is counted', async () => {
  world.app.clock.advance({ days: 1 });
  const { id: bookId } = await world.createBook();
  const conversationId = await world.openConversation(bookId);
  const reserve = () => world.seller.post(`/api/conversations/${conversationId}/reservations`, {});
  for (let number = 1; number <= 2; number += 1)
    await world.seller.post(`/api/reservations/${(await reserve()).body.id}/cancel`, {});
  const { pool } = world.app.database;
  const other = await pool.connect();
  await other.query('BEGIN');
  await other.query('SELECT FROM books WHERE id = $1 FOR UPDATE', [bookId]);
  const waiting = reserve();
  const countWaiting = async () => (await pool.query('SELECT FROM pg_locks WHERE NOT granted')).rowCount;
  await expect.poll(countWaiting).toBeGreaterThan(0);
  await other.query('UPDATE daily_usage SET amount = amount + 1 WHERE kind = $1', [
    `reservations ${conversationId}`,
  ]);
  await other.query('COMMIT');
  other.release();
  expect(await waiting).toMatchObject({ status: 429, body: { code: 'too-many-reservations' } });
});

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { algorithms, TestWorld } from '#tests/support/server/test-world.ts';

let world: TestWorld;
let bookId: string;
let conversationId: string;
beforeAll(async () => {
  world = await TestWorld.open();
});
beforeEach(async () => {
  await world.clear();
  bookId = (await world.createBook({ clientListingId })).id;
  conversationId = await world.openConversation(bookId);
  await world.sendMessage(conversationId, 'Is it still available?');
  for (const { id } of [world.seller, world.buyer])
    await world.app.database.pool.query(
      `INSERT INTO daily_usage (user_id, day, kind, amount) VALUES ($1, $2, 'edits', 0)
       ON CONFLICT (user_id, day, kind) DO NOTHING`,
      [id, world.app.clock.now().toISOString().slice(0, 10)],
    );
});
afterAll(() => world.app.stop());

const clientListingId = '01890000-0000-7000-8000-000000000001';
const repeated = { ...algorithms, clientListingId };
const nameBuyer = () => world.seller.post(`/api/books/${bookId}/named-sale`, { buyerId: world.buyer.id });
const readUsage = async ({ id }: TestClient): Promise<number> => {
  const { rows } = await world.app.database.pool.query(
    `SELECT amount FROM daily_usage WHERE user_id = $1 AND kind = 'edits'`,
    [id],
  );
  return rows[0].amount;
};

type Send = () => Promise<{ status: number }>;
/** Each prepares the listing and returns a request that spends the budget of edits. */
const requests: Record<string, () => Promise<Send>> = {
  'an edit': async () => () => world.seller.patch(`/api/books/${bookId}`, { price: 5_000 }),
  'a repeated listing': async () => () => world.seller.post('/api/books', repeated),
  'a deletion': async () => () => world.seller.delete(`/api/books/${bookId}`),
  'a restoration': async () => {
    await world.seller.delete(`/api/books/${bookId}`);
    return () => world.seller.post(`/api/books/${bookId}/restore`);
  },
  'a renewal': async () => () => world.seller.post(`/api/books/${bookId}/renew`),
  'a named buyer': async () => nameBuyer,
  'a response of the buyer': async () => {
    const { id } = (await nameBuyer()).body;
    return () => world.buyer.post(`/api/named-sales/${id}/response`, { received: true });
  },
  'a reservation': async () => () => world.seller.post(`/api/conversations/${conversationId}/reservations`),
  'a cancellation': async () => {
    const id = await world.reserve(bookId);
    return () => world.seller.post(`/api/reservations/${id}/cancel`);
  },
  'a handover code': async () => {
    const id = await world.reserve(bookId);
    const { code } = (await world.buyer.get(`/api/conversations/${conversationId}`)).body.reservation;
    return () => world.seller.post(`/api/reservations/${id}/confirm`, { code });
  },
};

it.each(Object.keys(requests))('%s waits for the book without holding a budget', async (name) => {
  const send = await requests[name]!();
  const { pool } = world.app.database;
  const other = await pool.connect();
  try {
    await other.query('BEGIN');
    await other.query('SELECT FROM books WHERE id = $1 FOR UPDATE', [bookId]);
    const waiting = send();
    const countWaiting = async () => (await pool.query('SELECT FROM pg_locks WHERE NOT granted')).rowCount;
    await expect.poll(countWaiting).toBeGreaterThan(0);
    // Throws if one of the rows is locked.
    await other.query(`SELECT FROM daily_usage WHERE kind = 'edits' FOR UPDATE NOWAIT`);
    await other.query('COMMIT');
    expect((await waiting).status).toBeLessThan(300);
  } finally {
    await other.query('ROLLBACK');
    other.release();
  }
});

it('a repeat that changes nothing costs nothing', async () => {
  const { id } = (await nameBuyer()).body;
  const answer = () => world.buyer.post(`/api/named-sales/${id}/response`, { received: true });
  await answer();
  const spent = [await readUsage(world.seller), await readUsage(world.buyer)];
  expect([(await nameBuyer()).status, (await answer()).status]).toEqual([200, 200]);
  expect([await readUsage(world.seller), await readUsage(world.buyer)]).toEqual(spent);
  expect((await world.seller.post(`/api/books/${bookId}/restore`)).status).toBe(200);
  expect(await readUsage(world.seller)).toBe(spent[0]);
});

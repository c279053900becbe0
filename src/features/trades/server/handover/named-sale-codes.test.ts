import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readMigrations } from '#platform/server/database/migrations/migration-files.ts';
import { SALE_QUESTION_DAYS } from '../../rules.ts';
import { TestWorld } from '#tests/support/server/test-world.ts';

let world: TestWorld;
let bookId: string;
let conversationId: string;
/** The id of the reservation. */
let id: string;
let code: string;
let saleId: string;
beforeAll(async () => {
  world = await TestWorld.open();
});
afterAll(() => world.app.stop());
beforeEach(async () => {
  await world.clear();
  bookId = (await world.createBook()).id;
  conversationId = await world.openConversation(bookId);
  const path = `/api/conversations/${conversationId}/offers`;
  const offer = (await world.buyer.post(path, { amount: 4_800 })).body;
  expect((await world.seller.post(`/api/offers/${offer.id}/accept`)).status).toBe(200);
  ({ id, code } = (await world.buyer.get(`/api/conversations/${conversationId}`)).body.reservation);
  await world.sendMessage(conversationId, 'I take it.');
  const named = await world.seller.post(`/api/books/${bookId}/named-sale`, { buyerId: world.buyer.id });
  expect(named).toMatchObject({ status: 200, body: { price: 4_800, state: 'waiting' } });
  saleId = named.body.id;
});

const confirm = (typed = code) => world.seller.post(`/api/reservations/${id}/confirm`, { code: typed });
/** Not the code, and each another. */
const wrong = (step: number) => String((Number(code) + step) % 1_000_000).padStart(6, '0');
const readSales = async () =>
  (await world.app.database.pool.query('SELECT id, buyer_id, price FROM confirmed_sales')).rows;
const respond = (received: boolean) => world.buyer.post(`/api/named-sales/${saleId}/response`, { received });
const expectNoTry = async () => {
  for (const typed of [...[1, 2, 3, 4, 5, 6].map(wrong), code])
    expect(await confirm(typed)).toMatchObject({ status: 409, body: { code: 'reservation-ended' } });
  expect((await world.app.database.pool.query('SELECT FROM wrong_handover_codes')).rowCount).toBe(0);
  expect(await readSales()).toEqual([]);
};

describe('a code after the seller has named the buyer', () => {
  it('confirms the named sale, once, also at the same time', async () => {
    for (const { status } of await Promise.all([1, 2, 3].map(() => confirm()))) expect(status).toBe(200);
    expect((await confirm()).status).toBe(200);
    expect(await readSales()).toMatchObject([{ id: saleId, buyer_id: world.buyer.id, price: 4_800 }]);
    expect((await world.buyer.get('/api/users/me/bought')).body).toMatchObject([{ id: saleId }]);
    expect((await world.buyer.get('/api/users/me/sale-questions')).body).toEqual([]);
    const { body } = await world.seller.get(`/api/conversations/${conversationId}/messages`);
    const told = body.filter(
      ({ event }: { event: { kind: string } | null }) => event?.kind === 'handed-over',
    );
    expect(told).toHaveLength(1);
  });

  it("is no try after the buyer's 'No', which only their 'Yes' corrects", async () => {
    expect((await respond(false)).status).toBe(200);
    await expectNoTry();
    expect((await respond(true)).status).toBe(200);
    expect(await readSales()).toMatchObject([{ id: saleId }]);
    expect((await confirm()).status).toBe(200);
  });

  it('is no try after 14 days', async () => {
    world.app.clock.advance({ days: SALE_QUESTION_DAYS });
    await expectNoTry();
  });

  it.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
    [
      'the listing is deleted',
      () => world.seller.delete(`/api/books/${bookId}`),
      () => world.seller.post(`/api/books/${bookId}/restore`),
    ],
    [
      'the buyer blocks the seller',
      () => world.buyer.send('PUT', `/api/blocks/${world.seller.id}`),
      () => world.buyer.delete(`/api/blocks/${world.seller.id}`),
    ],
  ])('is no try while %s', async (_, end, undo) => {
    await end();
    await expectNoTry();
    await undo();
    expect((await confirm()).status).toBe(200);
    expect(await readSales()).toMatchObject([{ id: saleId }]);
  });

  it('can be guessed as rarely as before', async () => {
    const replies = [];
    for (let step = 1; step <= 5; step += 1) replies.push((await confirm(wrong(step))).body.code);
    expect(replies.slice(0, 4)).toEqual(replies.slice(0, 4).map(() => 'wrong-handover-code'));
    expect(replies[4]).toBe('handover-paused');
    expect((await confirm()).body.code).toBe('handover-paused');
    expect(await readSales()).toEqual([]);
  });

  it('confirms nothing once the book is available again', async () => {
    expect((await world.seller.patch(`/api/books/${bookId}`, { isSold: false })).status).toBe(200);
    expect(await confirm()).toMatchObject({ status: 409, body: { code: 'reservation-ended' } });
    expect(await readSales()).toEqual([]);
  });
});

describe('the migration that links a named sale to its reservation', () => {
  const query = (text: string) => world.app.database.pool.query(text);
  /** Names the sale as a version did that knew no link. */
  const migrate = async () => {
    await query('UPDATE named_sales SET reservation_id = NULL');
    const migrations = await readMigrations('db/migrations');
    const { statements } = migrations.find(({ name }) => name.endsWith('sale-reservation-key'))!;
    for (const statement of statements.filter((it) => /^(UPDATE|DO) /m.test(it))) await query(statement);
  };

  it('finds the reservation by the time at which both were stored', async () => {
    const { rows } = await query('SELECT reservation_id FROM named_sales');
    expect(rows).toEqual([{ reservation_id: id }]);
    await migrate();
    expect((await query('SELECT reservation_id FROM named_sales')).rows).toEqual(rows);
    expect((await confirm()).status).toBe(200);
  });

  it('leaves a sale of another time unlinked, which only its buyer confirms', async () => {
    await query(`UPDATE named_sales SET created_at = created_at - interval '1 second'`);
    await migrate();
    await expectNoTry();
    expect((await respond(true)).status).toBe(200);
    expect(await readSales()).toMatchObject([{ id: saleId }]);
  });
});

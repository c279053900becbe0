import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSale } from '#tests/support/product/create-sale.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { TestWorld } from '#tests/support/server/test-world.ts';

const DAY_MS = 86_400_000;

let world: TestWorld;
let asks: Date;
beforeAll(async () => {
  world = await TestWorld.open({
    variables: { SEMESTER_ENDS: '2026-12-18, 2027-05-14', CAMPUS_TIME_ZONE: 'America/New_York' },
  });
  asks = new Date('2026-12-04T05:00:00Z');
});
beforeEach(async () => {
  await world.clear();
  await world.app.database.pool.query('TRUNCATE confirmed_sales CASCADE');
  goTo(new Date(asks.getTime() - 30 * DAY_MS));
});
afterAll(() => world.app.stop());

const goTo = (at: Date) =>
  world.app.clock.advance({ seconds: (at.getTime() - world.app.clock.now().getTime()) / 1000 });
const run = () => world.app.app.context.jobs.runNow('ask-to-sell-again');
async function buy(changes: object = {}, buyer = world.buyer): Promise<string> {
  const { id: bookId } = await world.createBook(changes);
  const isbn = 'isbn' in changes ? null : '9780262046305';
  return createSale(world.app, { sellerId: world.seller.id, buyerId: buyer.id, bookId, isbn });
}
const questions = async (of: TestClient = world.buyer): Promise<{ id: string }[]> =>
  (await of.get('/api/users/me/resale-questions')).body;
const dismiss = (id: string, by = world.buyer) => by.post(`/api/users/me/resale-questions/${id}/dismiss`);

describe('the question at the end of a semester', () => {
  it('is due two weeks before it, for who bought a book', async () => {
    const id = await buy();
    goTo(new Date(asks.getTime() - 1_000));
    await run();
    expect(await questions()).toEqual([]);
    goTo(asks);
    await run();
    expect(await questions()).toMatchObject([
      { id, title: 'Introduction to Algorithms, 4th Edition', isbn: '9780262046305', price: 2_000 },
    ]);
    expect(await questions(world.seller)).toEqual([]);
  });

  it('is asked once about a purchase, by any number of processes and semesters', async () => {
    const id = await buy();
    goTo(asks);
    await Promise.all([run(), run(), run()]);
    expect(await questions()).toHaveLength(1);
    expect(await dismiss(id)).toMatchObject({ status: 200, body: { dismissed: true } });
    expect((await dismiss(id)).status).toBe(200);
    expect(await questions()).toEqual([]);
    await run();
    goTo(new Date('2027-05-01T05:00:00Z'));
    await run();
    expect(await questions()).toEqual([]);
  });

  it('is asked about all purchases but one that fails, which is due again', async () => {
    const { pool } = world.app.database;
    const failing = await buy();
    const count = 250;
    await pool.query(
      `INSERT INTO confirmed_sales (id, buyer_id, seller_key, price, condition, confirmed_at)
       SELECT gen_random_uuid(), $1, gen_random_uuid(), 100, 'Good', $2::timestamptz + n / 2 * interval '1 second'
       FROM generate_series(1, $3) n`,
      [world.buyer.id, world.app.clock.now(), count],
    );
    await pool.query(
      `ALTER TABLE resale_questions ADD CONSTRAINT refused CHECK (sale_id <> '${failing}') NOT VALID`,
    );
    const asked = async () => (await pool.query('SELECT sale_id FROM resale_questions')).rows.length;
    goTo(asks);
    await run();
    expect(await asked()).toBe(count);
    await pool.query('ALTER TABLE resale_questions DROP CONSTRAINT refused');
    await run();
    expect(await asked()).toBe(count + 1);
  });

  it('waits until two weeks after the last day', async () => {
    await buy();
    goTo(asks);
    await run();
    goTo(new Date('2027-01-01T12:00:00Z'));
    expect(await questions()).toHaveLength(1);
    goTo(new Date('2027-01-02T12:00:00Z'));
    expect(await questions()).toEqual([]);
  });

  it('about a book of the last two weeks is asked a semester later', async () => {
    goTo(new Date(asks.getTime() + DAY_MS));
    const id = await buy();
    await run();
    expect(await questions()).toEqual([]);
    goTo(new Date('2027-04-30T04:00:00Z'));
    await run();
    expect(await questions()).toMatchObject([{ id }]);
  });

  it('is not asked, and ends, when the buyer lists the book again', async () => {
    await buy();
    await buy({ isbn: null, title: 'Notes on Rings' });
    world.app.clock.advance({ minutes: 1 });
    await world.createBook({ title: 'Algorithms' }, world.buyer);
    goTo(asks);
    await run();
    expect(await questions()).toMatchObject([{ title: 'Notes on Rings' }]);
    await world.createBook({ isbn: null, title: 'Notes on Rings' }, world.buyer);
    expect(await questions()).toEqual([]);
  });

  it('is dismissed once, by the buyer alone', async () => {
    const id = await buy();
    goTo(asks);
    await run();
    expect((await dismiss(id, world.seller)).body.code).toBe('sale-not-found');
    expect(await questions()).toHaveLength(1);
    const editsOf = async () =>
      (
        await world.app.database.pool.query(
          "SELECT coalesce(sum(amount), 0)::int AS sum FROM daily_usage WHERE user_id = $1 AND kind = 'edits'",
          [world.buyer.id],
        )
      ).rows[0].sum;
    const before = await editsOf();
    for (let times = 0; times < 2; times += 1) expect((await dismiss(id)).body).toEqual({ dismissed: true });
    expect(await questions()).toEqual([]);
    // A repeat changes nothing, and costs nothing.
    expect(await editsOf()).toBe(before + 1);
  });

  it('is exported, and deleted with the buyer', async () => {
    const leaving = await world.app.signedInClient('Leaving Buyer');
    const saleId = await buy({}, leaving);
    goTo(asks);
    await run();
    expect((await leaving.get('/api/users/me/export')).body.resaleQuestions).toEqual([
      { saleId, semesterEnd: '2026-12-18', createdAt: asks.toISOString(), dismissedAt: null },
    ]);
    await world.app.app.accounts.deleteUser(leaving.id);
    const { rows } = await world.app.database.pool.query('SELECT * FROM resale_questions');
    expect(rows).toEqual([]);
  });
});

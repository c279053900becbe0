import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { confirmSale } from '#tests/support/product/confirm-sale.ts';
import { TestWorld } from '#tests/support/server/test-world.ts';
import { SALE_MAX_AGE_MS } from '../../rules.ts';

const ISBN = '9780262046305';

let world: TestWorld;
let sellers: TestClient[];
beforeAll(async () => {
  world = await TestWorld.open();
  sellers = await Promise.all(
    Array.from({ length: 5 }, (_, index) => world.app.signedInClient(`Seller ${index}`)),
  );
  await world.app.verifyEmails();
});
afterAll(() => world.app.stop());
beforeEach(() => world.clear());

const sell = (seller: TestClient, fields: { price?: number; isbn?: string | null; bookId?: string } = {}) =>
  confirmSale(world.app, { sellerId: seller.id, buyerId: buyerOf(seller).id, ...fields });
/** Another for each seller. */
const buyerOf = (seller: TestClient): TestClient =>
  sellers.includes(seller) ? sellers[(sellers.indexOf(seller) + 1) % sellers.length]! : world.buyer;
const counting = async (): Promise<number[]> => {
  const { rows } = await world.app.database.pool.query<{ price: number }>(
    'SELECT price FROM confirmed_sales WHERE counts_until > $1 ORDER BY price',
    [world.app.clock.now()],
  );
  return rows.map(({ price }) => price);
};

describe('prices of confirmed sales', () => {
  it('begin to count five sellers at a time', async () => {
    for (const [index, seller] of sellers.slice(0, 4).entries()) await sell(seller, { price: 1_000 + index });
    await sell(sellers[0]!, { price: 1_004 });
    expect(await counting()).toEqual([]);
    await sell(sellers[4]!, { price: 1_005 });
    expect(await counting()).toEqual([1_000, 1_001, 1_002, 1_003, 1_004, 1_005]);
    await sell(sellers[2]!, { price: 1_006 });
    expect(await counting()).toHaveLength(6);
  });

  it('stop counting together, when the oldest is a year old', async () => {
    for (const seller of sellers) {
      await sell(seller);
      world.app.clock.advance({ days: 30 });
    }
    const sinceOldest = 5 * 30;
    world.app.clock.advance({ days: SALE_MAX_AGE_MS / 86_400_000 - sinceOldest - 1 });
    expect(await counting()).toHaveLength(5);
    world.app.clock.advance({ days: 1 });
    expect(await counting()).toEqual([]);
  });

  it('do not count for gifts, without an ISBN, or for too old sales', async () => {
    await sell(sellers[0]!);
    world.app.clock.advance({ days: 366 });
    await sell(sellers[1]!, { price: 0 });
    await sell(sellers[2]!, { isbn: null });
    for (const seller of [...sellers.slice(3), world.seller]) await sell(seller);
    expect(await counting()).toEqual([]);
  });

  it('do not count without a verified email, or when fewer than five bought them', async () => {
    const setVerified = (user: TestClient, isVerified: boolean) =>
      world.app.database.pool.query('UPDATE users SET email_verified = $2 WHERE id = $1', [
        user.id,
        isVerified,
      ]);
    await setVerified(sellers[4]!, false);
    for (const seller of sellers) await sell(seller);
    expect(await counting()).toEqual([]);
    await setVerified(sellers[4]!, true);
    for (const seller of sellers)
      await confirmSale(world.app, { sellerId: seller.id, buyerId: world.buyer.id, isbn: '9780141439518' });
    expect(await counting()).toEqual([]);
    await sell(world.seller);
    expect(await counting()).toHaveLength(6);
  });

  it('count once when five sales are confirmed at the same time', async () => {
    await Promise.all(sellers.map((seller) => sell(seller)));
    expect(await counting()).toHaveLength(5);
  });
});

it('a listing has one confirmed sale', async () => {
  const { id } = await world.createBook();
  expect(await sell(world.seller, { bookId: id })).toBe(true);
  expect(await sell(world.seller, { bookId: id })).toBe(false);
});

describe('a sale in the data of its users', () => {
  it('is exported to its seller and its buyer', async () => {
    const { id: bookId } = await world.createBook({ title: 'Real Analysis', author: 'Walter Rudin' });
    await sell(world.seller, { price: 2_200, bookId });
    const exported = async (user: TestClient) => (await user.get('/api/users/me/export')).body.confirmedSales;
    const what = { title: 'Real Analysis', author: 'Walter Rudin', isbn: ISBN, condition: 'Good' };
    const sale = { ...what, price: 2_200, confirmedAt: expect.any(String) };
    expect(await exported(world.seller)).toEqual({ sold: [sale], bought: [] });
    await world.app.database.pool.query('UPDATE confirmed_sales SET title = NULL, author = NULL');
    expect(await exported(world.buyer)).toEqual({ sold: [], bought: [sale] });
    expect(await exported(sellers[0]!)).toEqual({ sold: [], bought: [] });
  });

  it('stays without a user who leaves, whose sales still count as those of one seller', async () => {
    const leaving = await world.app.signedInClient('Leaving Seller');
    const { id } = await world.createBook({}, leaving);
    await sell(leaving, { bookId: id, price: 1_000 });
    await sell(leaving, { price: 1_100 });
    await confirmSale(world.app, { sellerId: world.seller.id, buyerId: leaving.id, price: 1_200 });
    await world.app.app.accounts.deleteUser(leaving.id);
    const { rows } = await world.app.database.pool.query('SELECT * FROM confirmed_sales ORDER BY price');
    expect(rows).toMatchObject([
      { price: 1_000, book_id: null, seller_id: null, buyer_id: world.buyer.id },
      { price: 1_100, seller_id: null, seller_key: rows[0].seller_key },
      { price: 1_200, seller_id: world.seller.id, buyer_id: null },
    ]);
    expect(JSON.stringify(rows)).not.toContain(leaving.id);
  });
});

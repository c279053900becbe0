import { beforeAll, describe, expect, it } from 'vitest';
import { confirmSale } from '#tests/support/product/confirm-sale.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { useClearedTestWorld } from '#tests/support/server/test-world.ts';

const ISBN = '9780262046305';

const world = useClearedTestWorld();
let sellers: TestClient[];
beforeAll(async () => {
  sellers = await Promise.all(
    Array.from({ length: 5 }, (_, index) => world.app.signedInClient(`Seller ${index}`)),
  );
  await world.app.verifyEmails();
});

const guidance = async (query = `isbn=${ISBN}&condition=Good`) =>
  (await world.app.visitor().get(`/api/price-guidance?${query}`)).body;
const list = (seller: TestClient, price: number, changes: object = {}) =>
  world.createBook({ price, condition: 'Good', isbn: ISBN, ...changes }, seller);
const listAll = async (prices: readonly number[]) => {
  const listed = [];
  for (const [index, price] of prices.entries()) listed.push(await list(sellers[index]!, price));
  return listed;
};
/** Another for each seller. */
const buyerOf = (seller: TestClient): TestClient =>
  sellers.includes(seller) ? sellers[(sellers.indexOf(seller) + 1) % sellers.length]! : world.buyer;
const sellAll = async (prices: readonly number[], users = sellers) => {
  for (const [index, price] of prices.entries())
    await confirmSale(world.app, { sellerId: users[index]!.id, buyerId: buyerOf(users[index]!).id, price });
  world.app.clock.advance({ days: 1 });
  world.clearCachedBooks();
};

describe('GET /api/price-guidance', () => {
  it('is null below three sellers, and then the band of what they ask for', async () => {
    await listAll([1_800, 2_200]);
    await list(sellers[0]!, 1_850);
    expect(await guidance()).toBeNull();
    await list(sellers[2]!, 2_650);
    expect(await guidance()).toEqual({
      low: 1_800,
      median: 2_200,
      high: 2_700,
      sampleSize: 3,
      basis: 'listed',
    });
    expect(await guidance('isbn=0-262-04630-X&condition=Good')).toEqual(await guidance());
    expect(await guidance(`isbn=978-0-262-04630-5&condition=Like+New`)).toMatchObject({ median: 2_600 });
    expect(await guidance('isbn=9780141439518&condition=Good')).toBeNull();
  });

  it('compares sold listings, but no deleted ones and none of more than a year ago', async () => {
    const [first] = await listAll([1_800, 2_200, 2_650]);
    await sellers[0]!.patch(`/api/books/${first.id}`, { isSold: true });
    expect(await guidance()).toMatchObject({ sampleSize: 3 });
    await sellers[0]!.delete(`/api/books/${first.id}`);
    expect(await guidance()).toBeNull();
    await sellers[0]!.post(`/api/books/${first.id}/restore`);
    expect(await guidance()).toMatchObject({ sampleSize: 3 });
    world.app.clock.advance({ days: 366 });
    expect(await guidance()).toBeNull();
  });

  it('uses sales from five sellers on, and tells of none alone', async () => {
    await listAll([4_000, 4_000, 4_000]);
    await sellAll([2_000, 2_000, 2_000, 2_000]);
    const before = await guidance();
    expect(before).toMatchObject({ median: 4_000, basis: 'listed' });
    await sellAll([2_000], [world.seller]);
    const first = await guidance();
    expect(first).toMatchObject({ median: 2_000, sampleSize: 5, basis: 'sold' });
    // One sale more changes nothing, until five sellers have sold again.
    for (const seller of sellers.slice(0, 4)) {
      await sellAll([6_000], [seller]);
      expect(await guidance()).toEqual(first);
    }
    await sellAll([6_000], [sellers[4]!]);
    expect(await guidance()).toMatchObject({ median: 6_000, sampleSize: 6 });
  });

  it('compares sellers with a verified email alone', async () => {
    await listAll([1_800, 2_200, 2_650]);
    await world.app.database.pool.query('UPDATE users SET email_verified = false WHERE id = $1', [
      sellers[2]!.id,
    ]);
    expect(await guidance()).toBeNull();
    await world.app.verifyEmails();
    world.clearCachedBooks();
    expect(await guidance()).toMatchObject({ sampleSize: 3 });
  });

  it('leaves out what the seller of the rated listing asks for', async () => {
    const [first] = await listAll([9_900, 2_200, 2_200, 2_200]);
    expect(await guidance()).toMatchObject({ sampleSize: 4 });
    expect(await guidance(`isbn=${ISBN}&condition=Good&bookId=${first.id}`)).toMatchObject({ sampleSize: 3 });
  });

  it('is not hidden by a seller of many copies', async () => {
    await listAll([1_800, 2_200, 2_650]);
    const { id } = await list(sellers[3]!, 2_200);
    await list(sellers[4]!, 0);
    await world.app.database.pool.query(
      `INSERT INTO books (id, seller_id, title, author, isbn, condition, price, created_at, updated_at)
      SELECT gen_random_uuid(), seller_id, title, author, isbn, condition, price,
        created_at + n * interval '1 second', updated_at
      FROM books, generate_series(1, 150) n WHERE id = $1`,
      [id],
    );
    expect(await guidance()).toMatchObject({ median: 2_200, sampleSize: 4 });
  });

  it('changes with the listings', async () => {
    const [first] = await listAll([2_000, 2_000, 2_000]);
    expect(await guidance()).toMatchObject({ median: 2_000, high: 2_200 });
    for (const seller of sellers.slice(3)) await list(seller, 3_000);
    await sellers[0]!.patch(`/api/books/${first.id}`, { price: 3_000 });
    expect(await guidance()).toMatchObject({ median: 3_000 });
  });

  it('refuses a request without an ISBN or with another condition', async () => {
    expect((await world.app.visitor().get('/api/price-guidance')).status).toBe(400);
    expect((await world.app.visitor().get(`/api/price-guidance?isbn=${ISBN}&condition=Used`)).status).toBe(
      400,
    );
  });
});

describe('Book.priceRating', () => {
  const ratings = async (path = '/api/books') => {
    const { body } = await world.app.visitor().get(path);
    return (body as { price: number; priceRating: string | null }[])
      .toSorted((one, other) => one.price - other.price)
      .map(({ priceRating }) => priceRating);
  };

  it('compares each listing with those of others, in lists, searches and details', async () => {
    const [cheap] = await listAll([1_000, 2_000, 2_100, 4_000]);
    expect(await ratings()).toEqual(['great', 'fair', 'fair', null]);
    expect(await ratings(`/api/books?search=${ISBN}`)).toEqual(['great', 'fair', 'fair', null]);
    expect((await world.app.visitor().get(`/api/books/${cheap.id}`)).body.priceRating).toBe('great');
    expect((await world.app.visitor().get(`/api/books/user/${sellers[0]!.id}`)).body[0].priceRating).toBe(
      'great',
    );
    await world.buyer.post('/api/favorites/toggle', { bookId: cheap.id, favorited: true });
    expect((await world.buyer.get('/api/favorites')).body[0].book.priceRating).toBe('great');
  });

  it('is absent without an ISBN, without three others, and of sold listings', async () => {
    const [first] = await listAll([1_000, 2_000, 2_000]);
    await list(sellers[3]!, 1_000, { isbn: null });
    expect(await ratings()).toEqual([null, null, null, null]);
    await list(sellers[4]!, 2_000);
    expect((await world.app.visitor().get(`/api/books/${first.id}`)).body.priceRating).toBe('great');
    const sold = await sellers[0]!.patch(`/api/books/${first.id}`, { isSold: true });
    expect(sold.body.priceRating).toBeNull();
  });

  it('does not rest on other listings of the same seller', async () => {
    const [first] = await listAll([2_000, 2_000, 2_000]);
    await list(sellers[0]!, 9_000);
    expect((await world.app.visitor().get(`/api/books/${first.id}`)).body.priceRating).toBeNull();
  });
});

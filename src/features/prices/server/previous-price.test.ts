import { describe, expect, it } from 'vitest';
import { useClearedTestWorld } from '#tests/support/server/test-world.ts';

const world = useClearedTestWorld();

const shown = async (id: string): Promise<unknown> =>
  (await world.app.visitor().get(`/api/books/${id}`)).body.previousPrice;
/** A former price counts of a book that has been listed for three days. */
const createOldBook = async (fields: object) => {
  const book = await world.createBook(fields);
  world.app.clock.advance({ days: 3 });
  return book;
};
const setPrice = async (id: string, price: number) =>
  expect((await world.seller.patch(`/api/books/${id}`, { price })).status).toBe(200);

describe('Book.previousPrice', () => {
  it('is the former price for 14 days after a cut of at least 5 %, in lists too', async () => {
    const { id } = await createOldBook({ price: 3_000 });
    expect(await shown(id)).toBeNull();
    await setPrice(id, 2_900);
    expect(await shown(id)).toBeNull();
    world.app.clock.advance({ minutes: 1 });
    await setPrice(id, 2_400);
    expect(await shown(id)).toBe(2_900);
    expect((await world.listBooks())[0]).toMatchObject({ id, price: 2_400, previousPrice: 2_900 });
    world.app.clock.advance({ days: 14, seconds: -1 });
    expect(await shown(id)).toBe(2_900);
    world.app.clock.advance({ seconds: 1 });
    world.clearCachedBooks();
    expect(await shown(id)).toBeNull();
  });

  it('is not shown after raising and lowering, also by posting the form again', async () => {
    const { id } = await world.createBook({ price: 2_000 });
    await setPrice(id, 3_000);
    await setPrice(id, 2_400);
    expect(await shown(id)).toBeNull();
    const form = { clientListingId: crypto.randomUUID() };
    const again = await world.createBook({ ...form, price: 2_000 });
    for (const price of [9_000, 2_400]) await world.createBook({ ...form, price });
    expect(await shown(again.id)).toBeNull();
    world.app.clock.advance({ days: 31 });
    await world.app.app.context.jobs.runNow('delete-old-prices');
    await setPrice(again.id, 2_000);
    expect(await shown(again.id)).toBe(2_400);
  });

  it('is not of a price that was corrected within a minute', async () => {
    const { id } = await createOldBook({ price: 3_000 });
    await setPrice(id, 240);
    world.app.clock.advance({ seconds: 30 });
    await setPrice(id, 24_000);
    await setPrice(id, 2_400);
    expect(await shown(id)).toBe(3_000);
    world.app.clock.advance({ days: 1 });
    await setPrice(id, 2_380);
    await setPrice(id, 2_390);
    expect(await shown(id)).toBe(3_000);
    await setPrice(id, 200);
    await setPrice(id, 2_400);
    expect((await world.app.database.pool.query('SELECT former_price FROM price_changes')).rows).toEqual([
      { former_price: 3_000 },
    ]);
    world.app.clock.advance({ days: 1 });
    await setPrice(id, 2_000);
    expect(await shown(id)).toBe(2_400);
  });

  it('is absent of a sold listing', async () => {
    const { id } = await createOldBook({ price: 3_000 });
    await world.seller.patch(`/api/books/${id}`, { price: 2_000, isSold: true });
    expect(await shown(id)).toBeNull();
    await world.seller.patch(`/api/books/${id}`, { isSold: false });
    expect(await shown(id)).toBe(3_000);
  });

  it('goes with its listing', async () => {
    const leaving = await world.app.signedInClient('Leaving Seller');
    const { id } = await world.createBook({}, leaving);
    await leaving.patch(`/api/books/${id}`, { price: 100 });
    await world.app.app.accounts.deleteUser(leaving.id);
    expect((await world.app.database.pool.query('SELECT FROM price_changes')).rows).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { useClearedTestWorld } from '#tests/support/server/test-world.ts';

const world = useClearedTestWorld();

describe('a listing and its owner', () => {
  it('can be edited by the owner only', async () => {
    const book = await world.createBook();
    expect((await world.seller.patch(`/api/books/${book.id}`, { price: 5000 })).body).toMatchObject({
      price: 5000,
      title: book.title,
    });
    const before = (await world.app.visitor().get(`/api/books/${book.id}`)).body;
    for (const [visitor, status] of [
      [world.buyer, 404],
      [world.app.visitor(), 401],
    ] as const) {
      expect((await visitor.patch(`/api/books/${book.id}`, { price: 1 })).status).toBe(status);
      expect((await visitor.delete(`/api/books/${book.id}`)).status).toBe(status);
      expect((await visitor.post(`/api/books/${book.id}/restore`)).status).toBe(status);
    }
    expect((await world.seller.patch(`/api/books/${book.id}`, { price: -1 })).status).toBe(400);
    expect((await world.app.visitor().get(`/api/books/${book.id}`)).body).toEqual(before);
  });

  it('leaves every list when sold, keeps its page, and comes back', async () => {
    const book = await world.createBook();
    await world.seller.patch(`/api/books/${book.id}`, { isSold: true });
    await world.seller.patch(`/api/books/${book.id}`, { isSold: true });
    expect(await world.listBooks()).toEqual([]);
    expect((await world.app.visitor().get(`/api/books/user/${world.seller.id}`)).body).toEqual([]);
    const sold = (await world.app.visitor().get(`/api/books/${book.id}`)).body;
    expect(sold).toMatchObject({ isActive: false, seller: { totalSales: 1 } });
    expect(sold.soldAt).not.toBeNull();
    expect((await world.seller.get(`/api/books/user/${world.seller.id}`)).body).toEqual([sold]);
    await world.seller.patch(`/api/books/${book.id}`, { isSold: false });
    expect(await world.listBooks()).toMatchObject([{ id: book.id, soldAt: null, seller: { totalSales: 0 } }]);
  });

  it('is hidden when deleted, can be restored within 30 seconds, and not after', async () => {
    const book = await world.createBook();
    expect((await world.seller.delete(`/api/books/${book.id}`)).body).toMatchObject({ deleted: true });
    expect((await world.app.visitor().get(`/api/books/${book.id}`)).body.code).toBe('book-not-found');
    expect(await world.listBooks()).toEqual([]);
    expect((await world.seller.delete(`/api/books/${book.id}`)).status).toBe(404);
    world.app.clock.advance({ seconds: 29 });
    expect((await world.seller.post(`/api/books/${book.id}/restore`)).body).toMatchObject({
      id: book.id,
      isActive: true,
    });
    expect(await world.listTitles('')).toEqual([book.title]);
    await world.seller.delete(`/api/books/${book.id}`);
    world.app.clock.advance({ seconds: 31 });
    expect((await world.seller.post(`/api/books/${book.id}/restore`)).body.code).toBe('book-not-restorable');
  });
});

describe('views', () => {
  it('count one per viewer, book and day, without the owner and crawlers', async () => {
    const book = await world.createBook();
    const view = (visitor: TestClient, agent = 'Mozilla/5.0') =>
      visitor.send('POST', `/api/books/${book.id}/views`, {}, { 'user-agent': agent });
    const shown = async () => {
      await world.app.app.books.flushViews();
      return (await world.app.visitor().get(`/api/books/${book.id}`)).body.views;
    };
    for (const visitor of [world.buyer, world.buyer, world.seller, world.app.visitor(), world.app.visitor()])
      await view(visitor);
    await view(world.app.visitor(), 'Googlebot/2.1');
    // A viewer of the same network, with any user agent.
    await view(world.app.visitor(), 'Mozilla/5.0 (another)');
    expect(await shown()).toBe(2);
    await view(world.buyer);
    expect(await shown()).toBe(2);
    world.app.clock.advance({ days: 1 });
    await view(await world.app.signedInClient());
    expect(await shown()).toBe(3);
    const { rows } = await world.app.database.pool.query('SELECT viewer FROM book_views');
    for (const { viewer } of rows) expect(viewer).not.toContain('127.0.0.1');
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { TestListings } from '#tests/support/server/test-listings.ts';

let market: TestListings;

beforeAll(async () => {
  market = await TestListings.open();
});
beforeEach(() => market.clear());
afterAll(() => market.app.stop());

describe('a listing and its owner', () => {
  it('can be edited by the owner and by nobody else', async () => {
    const book = await market.create();
    expect((await market.seller.patch(`/api/books/${book.id}`, { price: 5000 })).body).toMatchObject({
      price: 5000,
      title: book.title,
    });
    const before = (await market.app.visitor().get(`/api/books/${book.id}`)).body;
    for (const [visitor, status] of [
      [market.other, 404],
      [market.app.visitor(), 401],
    ] as const) {
      expect((await visitor.patch(`/api/books/${book.id}`, { price: 1 })).status).toBe(status);
      expect((await visitor.delete(`/api/books/${book.id}`)).status).toBe(status);
      expect((await visitor.post(`/api/books/${book.id}/restore`)).status).toBe(status);
    }
    expect((await market.seller.patch(`/api/books/${book.id}`, { price: -1 })).status).toBe(400);
    expect((await market.app.visitor().get(`/api/books/${book.id}`)).body).toEqual(before);
  });

  it('leaves every list when sold, keeps its page, and comes back', async () => {
    const book = await market.create();
    await market.seller.patch(`/api/books/${book.id}`, { isSold: true });
    await market.seller.patch(`/api/books/${book.id}`, { isSold: true });
    expect(await market.list()).toEqual([]);
    expect((await market.app.visitor().get(`/api/books/user/${market.seller.id}`)).body).toEqual([]);
    const sold = (await market.app.visitor().get(`/api/books/${book.id}`)).body;
    expect(sold).toMatchObject({ isActive: false, seller: { totalSales: 1 } });
    expect(sold.soldAt).not.toBeNull();
    expect((await market.seller.get(`/api/books/user/${market.seller.id}`)).body).toEqual([sold]);
    await market.seller.patch(`/api/books/${book.id}`, { isSold: false });
    expect(await market.list()).toMatchObject([{ id: book.id, soldAt: null, seller: { totalSales: 0 } }]);
  });

  it('is gone when deleted, comes back within 30 seconds, and not after', async () => {
    const book = await market.create();
    expect((await market.seller.delete(`/api/books/${book.id}`)).body).toMatchObject({ deleted: true });
    expect((await market.app.visitor().get(`/api/books/${book.id}`)).body.code).toBe('book-not-found');
    expect(await market.list()).toEqual([]);
    expect((await market.seller.delete(`/api/books/${book.id}`)).status).toBe(404);
    market.app.clock.advance({ seconds: 29 });
    expect((await market.seller.post(`/api/books/${book.id}/restore`)).body).toMatchObject({
      id: book.id,
      isActive: true,
    });
    expect(await market.titles('')).toEqual([book.title]);
    await market.seller.delete(`/api/books/${book.id}`);
    market.app.clock.advance({ seconds: 31 });
    expect((await market.seller.post(`/api/books/${book.id}/restore`)).body.code).toBe('book-not-restorable');
  });
});

describe('views', () => {
  it('count one per viewer, book and day, not the owner, no crawler', async () => {
    const book = await market.create();
    const view = (visitor: TestClient, agent = 'Mozilla/5.0') =>
      visitor.send('POST', `/api/books/${book.id}/views`, {}, { 'user-agent': agent });
    const shown = async () => {
      await market.app.app.books.flushViews();
      return (await market.app.visitor().get(`/api/books/${book.id}`)).body.views;
    };
    for (const visitor of [
      market.other,
      market.other,
      market.seller,
      market.app.visitor(),
      market.app.visitor(),
    ])
      await view(visitor);
    await view(market.app.visitor(), 'Googlebot/2.1');
    expect(await shown()).toBe(2);
    await view(market.other);
    expect(await shown()).toBe(2);
    market.app.clock.advance({ days: 1 });
    await view(await market.app.signedInClient());
    expect(await shown()).toBe(3);
    const { rows } = await market.app.database.pool.query('SELECT viewer FROM book_views');
    for (const { viewer } of rows) expect(viewer).not.toContain('127.0.0.1');
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { profileChanged } from '#features/accounts/server/public.ts';
import { confirmSale } from '#tests/support/product/confirm-sale.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { TestWorld } from '#tests/support/server/test-world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await TestWorld.open();
});
afterAll(() => world.app.stop());
beforeEach(() => world.clear());

const readProfile = (id: string, reader: Pick<TestClient, 'get'> = world.app.visitor()) =>
  reader.get(`/api/users/${id}`);

describe('a public profile', () => {
  it('has what everybody may know, and nothing else', async () => {
    const { status, body } = await readProfile(world.seller.id);
    expect([status, body]).toEqual([
      200,
      {
        id: world.seller.id,
        name: 'Priya Raman',
        university: null,
        studentUniversity: null,
        profileImage: null,
        totalSales: 0,
        createdAt: expect.any(String),
        confirmedSales: 0,
        rating: { average: null, count: 0 },
        usuallyAnswers: null,
      },
    ]);
  });

  it('does not exist for unknown and deleted users, or invalid ids', async () => {
    const leaving = await world.app.signedInClient('Leaving Seller');
    expect((await readProfile(leaving.id)).status).toBe(200);
    await world.app.app.accounts.deleteUser(leaving.id);
    for (const id of [leaving.id, randomUUID()]) {
      const { status, body } = await readProfile(id);
      expect([status, body.code]).toEqual([404, 'user-not-found']);
    }
    expect((await readProfile('nobody')).status).toBe(400);
  });

  it('shows a new name at once', async () => {
    await readProfile(world.buyer.id);
    await world.buyer.patch('/api/users/me', { name: 'Tom W. Whitaker' });
    expect((await readProfile(world.buyer.id)).body.name).toBe('Tom W. Whitaker');
    await world.buyer.patch('/api/users/me', { name: 'Tom Whitaker' });
  });

  it('counts confirmed sales of the seller, not what sellers only mark as sold', async () => {
    const { id } = await world.createBook();
    await readProfile(world.seller.id);
    await world.seller.patch(`/api/books/${id}`, { isSold: true });
    expect((await readProfile(world.seller.id)).body).toMatchObject({ totalSales: 1, confirmedSales: 0 });
    await confirmSale(world.app, { bookId: id, sellerId: world.seller.id, buyerId: world.buyer.id });
    await confirmSale(world.app, { bookId: id, sellerId: world.seller.id, buyerId: world.buyer.id });
    world.clearCachedBooks();
    expect((await readProfile(world.seller.id)).body.confirmedSales).toBe(1);
    expect((await readProfile(world.buyer.id)).body.confirmedSales).toBe(0);
  });

  it('counts one sale of the same two in a year, and none of users without a verified email', async () => {
    const [seller, buyer] = [
      await world.app.signedInClient('Seller'),
      await world.app.signedInClient('Buyer'),
    ];
    const sell = () => confirmSale(world.app, { sellerId: seller.id, buyerId: buyer.id });
    const count = async () => (await readProfile(seller.id)).body.confirmedSales;
    await sell();
    expect(await count()).toBe(0);
    await world.app.verifyEmails();
    for (let sale = 0; sale < 3; sale += 1) await sell();
    world.clearCachedBooks();
    world.app.app.context.events.publish(profileChanged, { userId: seller.id });
    expect(await count()).toBe(1);
    world.app.clock.advance({ days: 365 });
    await sell();
    world.app.app.context.events.publish(profileChanged, { userId: seller.id });
    expect(await count()).toBe(2);
  });

  it('keeps a confirmed sale when its buyer leaves', async () => {
    const leaving = await world.app.signedInClient('Leaving Buyer');
    await world.app.verifyEmails();
    await confirmSale(world.app, { sellerId: world.seller.id, buyerId: leaving.id });
    await world.app.app.accounts.deleteUser(leaving.id);
    expect((await readProfile(world.seller.id)).body.confirmedSales).toBe(1);
  });

  it('shows no block to the blocked user', async () => {
    const before = await readProfile(world.seller.id, world.buyer);
    await world.seller.send('PUT', `/api/blocks/${world.buyer.id}`);
    const after = await readProfile(world.seller.id, world.buyer);
    expect([after.status, after.body]).toEqual([before.status, before.body]);
    await world.seller.send('DELETE', `/api/blocks/${world.buyer.id}`);
  });

  it('has the same bytes for every reader', async () => {
    const readers = [world.app.visitor(), world.seller, world.buyer];
    const tags = await Promise.all(
      readers.map(async (reader) => (await readProfile(world.seller.id, reader)).headers.get('etag')),
    );
    expect(new Set(tags).size).toBe(1);
  });
});

it("a user's public listings leave out sold ones, also for their owner", async () => {
  const sold = await world.createBook({ title: 'Sold one' });
  world.app.clock.advance({ minutes: 1 });
  await world.createBook({ title: 'For sale' });
  await world.seller.patch(`/api/books/${sold.id}`, { isSold: true });
  for (const reader of [world.app.visitor(), world.seller]) {
    const { body } = await reader.get(`/api/users/${world.seller.id}/books`);
    expect(body.map(({ title }: { title: string }) => title)).toEqual(['For sale']);
  }
});

it("a user's public listings are paged", async () => {
  for (const title of ['One', 'Two', 'Three']) {
    await world.createBook({ title });
    world.app.clock.advance({ minutes: 1 });
  }
  const first = await world.app.visitor().get(`/api/users/${world.seller.id}/books?limit=2`);
  expect(first.body.map(({ title }: { title: string }) => title)).toEqual(['Three', 'Two']);
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  const { pathname, search } = new URL(next, world.app.address);
  const second = await world.app.visitor().get(pathname + search);
  expect(second.body.map(({ title }: { title: string }) => title)).toEqual(['One']);
});

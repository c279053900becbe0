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
    expect((await readProfile(world.seller.id)).body).toEqual({
      id: world.seller.id,
      name: 'Priya Raman',
      university: null,
      studentUniversity: null,
      profileImage: null,
      totalSales: 0,
      createdAt: expect.any(String),
      confirmedSales: 0,
      missedMeetings: 0,
      rating: { average: null, count: 0 },
      usuallyAnswers: null,
      isIndexable: true,
    });
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
    const seller = await world.app.signedInClient('Seller');
    const buyer = await world.app.signedInClient('Buyer');
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

  it('has the same bytes for every reader, also for a blocked one', async () => {
    await world.seller.send('PUT', `/api/blocks/${world.buyer.id}`);
    const tags = new Set<string | null>();
    for (const reader of [world.app.visitor(), world.seller, world.buyer])
      tags.add((await readProfile(world.seller.id, reader)).headers.get('etag'));
    expect([...tags]).toEqual([expect.any(String)]);
    await world.seller.send('DELETE', `/api/blocks/${world.buyer.id}`);
  });
});

it("a user's public listings are paged, without sold ones, also for their owner", async () => {
  const ids: string[] = [];
  for (const title of ['One', 'Two', 'Sold', 'Three']) {
    ids.push((await world.createBook({ title })).id);
    world.app.clock.advance({ minutes: 1 });
  }
  await world.seller.patch(`/api/books/${ids[2]}`, { isSold: true });
  const titles = ({ body }: { body: { title: string }[] }) => body.map(({ title }) => title);
  for (const reader of [world.app.visitor(), world.seller]) {
    const first = await reader.get(`/api/users/${world.seller.id}/books?limit=2`);
    expect(titles(first)).toEqual(['Three', 'Two']);
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const { pathname, search } = new URL(next, world.app.address);
    expect(titles(await reader.get(pathname + search))).toEqual(['One']);
  }
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFakePageSource } from '../support/fakes/fake-page-source.ts';
import { TestWorld } from '../support/server/test-world.ts';

const rendered: string[] = [];

let world: TestWorld;
beforeAll(async () => {
  world = await TestWorld.open({ pages: createFakePageSource(rendered) });
});
afterAll(() => world.app.stop());
beforeEach(() => {
  rendered.length = 0;
  world.clearCachedBooks();
});

/** How often the server renders the page for two visits around the change. */
async function rendersAround(userId: string, change: () => Promise<unknown>): Promise<number> {
  await world.app.visitor().get(`/user/${userId}`);
  await change();
  await world.app.visitor().get(`/user/${userId}`);
  return rendered.filter((url) => url === `/user/${userId}`).length;
}

describe('the page of a public profile', () => {
  it('is rendered once for all readers', async () => {
    expect(await rendersAround(world.seller.id, () => world.buyer.get(`/user/${world.seller.id}`))).toBe(1);
  });

  it('is rendered again after a new name and after a sale', async () => {
    const rename = () => world.seller.patch('/api/users/me', { name: 'Priya R.' });
    expect(await rendersAround(world.seller.id, rename)).toBe(2);
    const { id } = await world.createBook();
    rendered.length = 0;
    const sell = () => world.seller.patch(`/api/books/${id}`, { isSold: true });
    expect(await rendersAround(world.seller.id, sell)).toBe(2);
  });

  it('is rendered again for both after a named buyer has got the book', async () => {
    const { id } = await world.createBook();
    const conversation = await world.openConversation(id, world.buyer);
    await world.sendMessage(conversation, 'Is it still available?', world.buyer);
    const { body: sale } = await world.seller.post(`/api/books/${id}/named-sale`, {
      buyerId: world.buyer.id,
    });
    const pages = [world.seller, world.buyer].map((user) => `/user/${user.id}`);
    for (const page of pages) await world.app.visitor().get(page);
    rendered.length = 0;
    await world.buyer.post(`/api/named-sales/${sale.id}/response`, { received: true });
    for (const page of pages) await world.app.visitor().get(page);
    expect(rendered).toEqual(pages);
  });

  it('stays the same page after a block', async () => {
    const block = () => world.seller.send('PUT', `/api/blocks/${world.buyer.id}`);
    expect(await rendersAround(world.seller.id, block)).toBe(1);
    expect(await rendersAround(world.buyer.id, async () => {})).toBe(1);
  });

  it('is not served from the cache after its user has left', async () => {
    const leaving = await world.app.signedInClient('Leaving Seller');
    const leave = () => world.app.app.accounts.deleteUser(leaving.id);
    expect(await rendersAround(leaving.id, leave)).toBe(2);
  });

  it('has one URL', async () => {
    const { status, headers } = await world.app.visitor().get(`/User/${world.seller.id.toUpperCase()}/`);
    expect([status, headers.get('location')]).toEqual([308, `/user/${world.seller.id}`]);
  });
});

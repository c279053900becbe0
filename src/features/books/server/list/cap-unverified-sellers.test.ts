import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { TestWorld } from '#tests/support/server/test-world.ts';

let world: TestWorld;
let unverified: TestClient[];
beforeAll(async () => {
  world = await TestWorld.open();
  unverified = [await world.app.signedInClient('Una'), await world.app.signedInClient('Ugo')];
});
afterAll(() => world.app.stop());

type Shown = { id: string; title: string; sellerId: string; price: number };

const list = async (seller: TestClient, count: number, subject = 'Mathematics') => {
  for (let index = 0; index < count; index += 1) {
    world.app.clock.advance({ seconds: 1 });
    await world.createBook({ title: `Book ${index}`, subject, isbn: null }, seller);
  }
};
/** All pages of a list; `between` runs after each. */
async function readPages(query: string, between: (shown: Shown[]) => Promise<void> = async () => {}) {
  const pages: Shown[][] = [];
  for (let path: string | undefined = `/api/books?${query}`; path !== undefined;) {
    const { body, headers, status } = await world.app.visitor().get(path);
    expect(status).toBe(200);
    pages.push(body);
    await between(body);
    path = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
    expect(pages.length).toBeLessThan(50);
  }
  return pages;
}
const countOf = (seller: TestClient, page: readonly Shown[]) =>
  page.filter(({ sellerId }) => sellerId === seller.id).length;
const allIds = async () =>
  (await world.app.database.pool.query('SELECT id FROM books WHERE is_active')).rows.map(({ id }) => id);

/** The pages show every listing once, and all but the last page are full. */
async function expectAllOnce(pages: Shown[][], query: string, count: number) {
  const ids = pages.flat().map(({ id }) => id);
  expect(ids).toHaveLength(count);
  expect(new Set(ids)).toEqual(new Set(await allIds()));
  const limit = Number(/\d+/.exec(query)![0]);
  expect(pages.slice(0, -1).every((page) => page.length === limit)).toBe(true);
}

describe('sellers without a verified email', () => {
  beforeAll(async () => {
    await world.clear();
    await list(world.seller, 12);
    await list(unverified[0]!, 11);
    await list(world.buyer, 9);
    await list(unverified[1]!, 12);
    await list(unverified[0]!, 6);
  });

  it.each(['limit=20', 'limit=20&subject=Mathematics', 'limit=6', 'limit=7'])(
    'have three listings each on the first page of %s, and the rest on the next ones, once each',
    async (query) => {
      const pages = await readPages(query);
      expect(unverified.map((seller) => countOf(seller, pages[0]!))).toEqual([3, 3]);
      await expectAllOnce(pages, query, 50);
    },
  );
});

describe('accounts of one mailbox without a verified email', () => {
  let flood: TestClient[];
  beforeAll(async () => {
    flood = [];
    for (let index = 0; index < 4; index += 1)
      flood.push(await world.app.signedInClient(`Flo ${index}`, `flo+${index}@northfield.example`));
  });

  describe('beside eighty listings of others', () => {
    beforeAll(async () => {
      await world.clear();
      await list(world.seller, 40);
      await list(world.buyer, 40);
      await list(unverified[0]!, 2);
      for (const account of flood) await list(account, 6);
    });

    it.each([
      'limit=20',
      'limit=20&subject=Mathematics',
      'limit=20&maxPrice=9000',
      'limit=7&minCondition=Good',
      'limit=20&search=book',
      'limit=8&search=book&sort=newest',
      'limit=20&search=book+absent',
      'limit=20&search=book&maxPrice=9000',
      'limit=100',
    ])(
      'have three listings on the first page of %s, and the rest on the next ones, once each',
      async (query) => {
        const pages = await readPages(query);
        const shown = flood.reduce((count, account) => count + countOf(account, pages[0]!), 0);
        expect(shown).toBe(query === 'limit=100' ? 18 : 3);
        expect(countOf(unverified[0]!, pages[0]!)).toBe(2);
        await expectAllOnce(pages, query, 106);
      },
    );
  });

  it('take no place of an account that has verified it', async () => {
    await world.clear();
    const owner = await world.app.signedInClient('Flora', 'flo@northfield.example');
    await world.app.database.pool.query('UPDATE users SET email_verified = true WHERE id = $1', [owner.id]);
    await list(world.seller, 20);
    await list(owner, 5);
    await list(flood[0]!, 5);
    const [page] = await readPages('limit=20');
    expect([countOf(owner, page!), countOf(flood[0]!, page!)]).toEqual([5, 3]);
  });

  it('are ordered by price where that was asked for', async () => {
    await world.clear();
    await list(world.seller, 5);
    await list(flood[0]!, 8);
    const prices = (await readPages('limit=6&sort=price')).flat().map(({ price }) => price);
    expect(prices).toEqual(prices.toSorted((one, other) => one - other));
  });
});

it('what changes between two pages neither loses nor repeats the others', async () => {
  await world.clear();
  await list(world.seller, 10);
  await list(unverified[0]!, 14);
  await list(unverified[1]!, 8);
  const before: string[] = await allIds();
  const removed: string[] = [];
  const pages = await readPages('limit=6', async (shown) => {
    // One that was shown and one that was not, both of a seller whose listings were deferred; and a new one.
    const { rows } = await world.app.database.pool.query(
      `SELECT id FROM books WHERE is_active AND seller_id = $1 AND id <> ALL($2) ORDER BY id LIMIT 1`,
      [unverified[0]!.id, [...shown.map(({ id }) => id), ...removed]],
    );
    const gone = [...shown.filter(({ sellerId }) => sellerId === unverified[0]!.id).slice(0, 1), ...rows];
    for (const { id } of gone) {
      removed.push(id);
      await unverified[0]!.delete(`/api/books/${id}`);
    }
    await list(unverified[0]!, 1);
    world.clearCachedBooks();
  });
  const ids = pages.flat().map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const lost = before.filter((id) => !ids.includes(id) && !removed.includes(id));
  expect(lost).toEqual([]);
});

it('does not read more listings for a forged cursor than its limit allows', async () => {
  await world.clear();
  world.app.clock.advance({ days: 1 });
  await list(unverified[0]!, 12);
  await list(world.seller, 5);
  const { headers } = await world.app.visitor().get('/api/books?limit=8');
  const next = /<([^>]+)>; rel="next"/.exec(headers.get('link')!)![1]!;
  expect((await world.app.visitor().get(next)).status).toBe(200);
  const cursor = JSON.parse(
    Buffer.from(new URL(next, 'http://x').searchParams.get('cursor')!, 'base64url').toString(),
  );
  const forged = (count: number) =>
    Buffer.from(
      JSON.stringify({ ...cursor, shown: Buffer.alloc(16 * count, 1).toString('base64url') }),
    ).toString('base64url');
  const statusOf = async (count: number) =>
    (await world.app.visitor().get(`/api/books?limit=8&cursor=${forged(count)}`)).status;
  expect([await statusOf(7), await statusOf(8), await statusOf(100)]).toEqual([200, 400, 400]);
});

it('fills the rest of the page with their further listings', async () => {
  await world.clear();
  await list(world.seller, 2);
  await list(unverified[0]!, 22);
  const pages = await readPages('limit=20');
  expect(pages.map((page) => page.length)).toEqual([20, 4]);
  expect(countOf(world.seller, pages[0]!.slice(0, 5))).toBe(2);
  expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(24);
});

it('listings of sellers with a verified email stay in their order', async () => {
  await world.clear();
  await list(world.seller, 25);
  const [page] = await readPages('limit=20');
  expect(countOf(world.seller, page!)).toBe(20);
});

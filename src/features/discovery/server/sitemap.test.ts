import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { coursesChanged } from '#features/courses/server/public.ts';
import { courseBooks, courses } from '#features/courses/server/table.ts';
import { TestWorld } from '#tests/support/server/test-world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await TestWorld.open();
});
afterAll(() => world.app.stop());
beforeEach(() => world.clear());

const read = async (path: string) => {
  const { status, body, headers } = await world.app.visitor().get(path);
  return { status, body: body as string, headers };
};
const entriesOf = (xml: string) =>
  [...xml.matchAll(/<loc>(.*?)<\/loc><lastmod>(.*?)<\/lastmod>/g)].map(([, url, changedAt]) => ({
    path: new URL(url!).pathname,
    changedAt,
  }));
/** All addresses of all parts. */
async function readAll() {
  const index = entriesOf((await read('/sitemap.xml')).body);
  const parts = await Promise.all(index.map(async ({ path }) => entriesOf((await read(path)).body)));
  return { index, addresses: parts.flat() };
}
const pathsOf = async () => (await readAll()).addresses.map(({ path }) => path);

it('robots.txt names it, and it is XML', async () => {
  expect((await read('/robots.txt')).body).toContain(`\nSitemap: ${world.app.address}/sitemap.xml\n`);
  await world.createBook();
  for (const path of ['/sitemap.xml', '/sitemap/listings-1.xml'])
    expect((await read(path)).headers.get('content-type')).toBe('application/xml; charset=utf-8');
  for (const path of ['listings-2.xml', 'listings-0.xml', 'users-1.xml', 'listings-1', 'listings-99999.xml'])
    expect((await read(`/sitemap/${path}`)).status).toBe(404);
});

it('names available listings and their sellers, with the time of the last change', async () => {
  const book = await world.createBook();
  world.app.clock.advance({ minutes: 1 });
  const changed = (await world.seller.patch(`/api/books/${book.id}`, { price: 1 })).body;
  const { index, addresses } = await readAll();
  expect(index.map(({ path }) => path)).toEqual(['/sitemap/listings-1.xml', '/sitemap/profiles-1.xml']);
  expect(addresses).toEqual([
    { path: `/book/${book.id}`, changedAt: changed.updatedAt },
    { path: `/user/${world.seller.id}`, changedAt: changed.updatedAt },
  ]);
  expect(index.map(({ changedAt }) => changedAt)).toEqual([changed.updatedAt, changed.updatedAt]);
});

it('never names what a visitor may not see, or cannot have', async () => {
  const [sold, deleted, reserved] = [
    await world.createBook(),
    await world.createBook(),
    await world.createBook({}, world.buyer),
  ];
  expect(await pathsOf()).toHaveLength(5);
  await world.seller.patch(`/api/books/${sold.id}`, { isSold: true });
  await world.seller.delete(`/api/books/${deleted.id}`);
  expect(await pathsOf()).toEqual([`/book/${reserved.id}`, `/user/${world.buyer.id}`]);
  // No event tells that its time is over, and the job that notices it has not run.
  world.app.clock.advance(new Date(reserved.expiresAt).getTime() - world.app.clock.now().getTime() + 1);
  expect(await pathsOf()).toEqual([]);
});

it('names no profile whose user has switched it off, and its page asks not to be kept', async () => {
  const book = await world.createBook();
  const profile = `/user/${world.seller.id}`;
  expect(await pathsOf()).toContain(profile);
  const saved = await world.seller.patch('/api/users/me', { isIndexable: false });
  expect(saved.body.isIndexable).toBe(false);
  expect(await pathsOf()).toEqual([`/book/${book.id}`]);
  expect((await world.app.visitor().get(`/api/users/${world.seller.id}`)).body.isIndexable).toBe(false);
  await world.seller.patch('/api/users/me', { isIndexable: true });
  expect(await pathsOf()).toContain(profile);
});

it('names courses, and knows when a copy of one of their books came or went', async () => {
  const { app } = world;
  const at = app.clock.now();
  await app.database.orm
    .insert(courses)
    .values({ code: 'CS301', writtenCode: 'CS 301', title: 'Algorithms', term: null, updatedAt: at });
  await app.database.orm
    .insert(courseBooks)
    .values({ courseCode: 'CS301', isbn: '9780262046305', requirement: 'required', place: 1 });
  app.app.context.events.publish(coursesChanged, {});
  const changedAt = async () =>
    (await readAll()).addresses.find(({ path }) => path === '/course/CS301')?.changedAt;
  expect(await changedAt()).toBe(at.toISOString());
  app.clock.advance({ minutes: 1 });
  const book = await world.createBook();
  expect(await changedAt()).toBe(book.createdAt);
  app.clock.advance({ minutes: 1 });
  await world.seller.delete(`/api/books/${book.id}`);
  expect(await changedAt()).toBe(app.clock.now().toISOString());
  await app.database.orm.delete(courses);
  app.app.context.events.publish(coursesChanged, {});
});

it('has parts of 10,000 addresses, and costs the database nothing until something changes', async () => {
  const { pool } = world.app.database;
  const first = await world.createBook();
  await pool.query(
    `INSERT INTO books (id, seller_id, title, author, subject, condition, price, created_at, updated_at, expires_at)
      SELECT gen_random_uuid(), $1, 'Copy', 'Author', 'General', 'Good', 100, $2, $2, $3 FROM generate_series(1, 10000)`,
    [world.seller.id, world.app.clock.now(), first.expiresAt],
  );
  world.clearCachedBooks();
  const { index, addresses } = await readAll();
  expect(index.map(({ path }) => path)).toEqual([
    '/sitemap/listings-1.xml',
    '/sitemap/listings-2.xml',
    '/sitemap/profiles-1.xml',
  ]);
  expect(addresses).toHaveLength(10_002);
  expect(new Set(addresses.map(({ path }) => path)).size).toBe(10_002);
  const query = vi.spyOn(pool, 'query');
  world.app.clock.advance({ hours: 2 });
  await readAll();
  const isOfSitemap = ([statement]: readonly unknown[]) =>
    /sitemap/.test((statement as { name?: string }).name ?? '');
  expect(query.mock.calls.filter(isOfSitemap)).toEqual([]);
  world.clearCachedBooks();
  await readAll();
  expect(query.mock.calls.filter(isOfSitemap).length).toBeGreaterThan(4);
  query.mockRestore();
});

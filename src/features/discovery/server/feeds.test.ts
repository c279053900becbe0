import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { worksChanged } from '#features/editions/server/public.ts';
import { TestWorld } from '#tests/support/server/test-world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await TestWorld.open({ variables: { CAMPUS_LANGUAGES: 'en,es,ar' } });
});
afterAll(() => world.app.stop());
beforeEach(() => world.clear());

const read = (path: string, headers: Record<string, string> = {}) =>
  world.app.visitor().send('GET', path, undefined, headers);
const titlesIn = (xml: string) =>
  [...xml.matchAll(/<entry>[\s\S]*?<title>(.*?)<\/title>/g)].map(([, title]) => title);

/** How many statements of the lists the pool runs: jobs have others. */
async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(world.app.database.pool, 'query');
  await work();
  const { length } = query.mock.calls.filter((call: readonly unknown[]) =>
    /^(list-books|books-of-user|find-profile)/.test((call[0] as { name?: string }).name ?? ''),
  );
  query.mockRestore();
  return length;
}

it('a feed has the listings that the list has, the newest first, and names currency and language', async () => {
  await world.createBook({ title: 'Older <b>&amp;</b>', price: 1234 });
  world.app.clock.advance({ seconds: 5 });
  const newer = await world.createBook({ title: 'Newer', price: 500, subject: 'History' });
  const { status, headers, body } = await read('/feed/books.atom');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
  expect(headers.get('content-language')).toBe('en');
  expect(titlesIn(body)).toEqual(['Newer', 'Older &lt;b&gt;&amp;amp;&lt;/b&gt;']);
  expect(body).toContain(' · Like New · $12.34 USD</summary>');
  expect(body).toContain(`<updated>${newer.updatedAt}</updated>\n<author>`);
  expect(body).toContain(`href="${world.app.address}/book/${newer.id}"`);
  expect(titlesIn((await read('/feed/books.atom?subject=History')).body)).toEqual(['Newer']);
  expect(titlesIn((await read('/feed/books.atom?maxPrice=600&sort=price')).body)).toEqual(['Newer']);
  expect(titlesIn((await read('/feed/books.atom?search=older')).body)).toHaveLength(1);
  expect(titlesIn((await read('/feed/books.atom?limit=1')).body)).toEqual(['Newer']);
});

it('refuses the parameters that the list refuses', async () => {
  for (const query of ['maxPrice=-1', 'sort=oldest', 'limit=0', 'minPrice=5&maxPrice=2', 'cursor=x'])
    expect((await read(`/feed/books.atom?${query}`)).status).toBe(400);
  for (const path of [
    '/feed/users/me.atom',
    '/feed/users/x',
    '/feed/courses/none-1.atom',
    '/feed/courses/MATH101',
  ])
    expect((await read(path)).status).toBe(404);
  expect((await read('/feed/users/01a20f84-5489-787e-92b2-8ab9c1784369.atom')).status).toBe(404);
});

it('has at most 50 entries', async () => {
  for (let index = 0; index < 52; index += 1)
    await world.createBook(
      { title: `Book ${index}`, isbn: null },
      index % 2 === 0 ? world.seller : world.buyer,
    );
  for (const path of ['/feed/books.atom', '/feed/books.atom?limit=100'])
    expect(titlesIn((await read(path)).body)).toHaveLength(50);
  expect(titlesIn((await read(`/feed/users/${world.seller.id}.atom`)).body)).toHaveLength(26);
});

it('costs the database nothing until something changes, and a reader that has it gets 304', async () => {
  const book = await world.createBook({ title: 'First' });
  const paths = ['/feed/books.atom', `/feed/users/${world.seller.id}.atom`];
  const etags = await Promise.all(paths.map(async (path) => (await read(path)).headers.get('etag')!));
  const again = await countStatements(async () => {
    world.app.clock.advance({ hours: 2 });
    for (const [index, path] of paths.entries()) {
      const { status, body } = await read(path, { 'if-none-match': etags[index]! });
      expect([status, body]).toEqual([304, '']);
      expect((await read(path)).status).toBe(200);
    }
  });
  expect(again).toBe(0);
  await world.seller.patch(`/api/books/${book.id}`, { title: 'Second' });
  for (const [index, path] of paths.entries()) {
    const { status, body } = await read(path, { 'if-none-match': etags[index]! });
    expect(status).toBe(200);
    expect(titlesIn(body)).toEqual(['Second']);
  }
});

it('is made again when works change', async () => {
  await world.createBook();
  await read('/feed/books.atom');
  const again = () => countStatements(() => read('/feed/books.atom'));
  expect(await again()).toBe(0);
  world.app.app.context.events.publish(worksChanged, {});
  expect(await again()).toBeGreaterThan(0);
});

it('never has what a visitor may not see', async () => {
  const [sold, deleted] = [await world.createBook(), await world.createBook()];
  const expiring = await world.createBook({ title: 'Expiring' });
  const path = `/feed/users/${world.seller.id}.atom`;
  expect(titlesIn((await read(path)).body)).toHaveLength(3);
  await world.seller.patch(`/api/books/${sold.id}`, { isSold: true });
  await world.seller.delete(`/api/books/${deleted.id}`);
  for (const feed of [path, '/feed/books.atom'])
    expect(titlesIn((await read(feed)).body)).toEqual(['Expiring']);
  // No event tells that its time is over, and the job that notices it has not run.
  world.app.clock.advance(new Date(expiring.expiresAt).getTime() - world.app.clock.now().getTime() + 1);
  for (const feed of [path, '/feed/books.atom']) expect(titlesIn((await read(feed)).body)).toEqual([]);
});

it('is worded in the language of its URL, else in the first of the market, and no header changes that', async () => {
  await world.createBook();
  const spanish = await read('/feed/books.atom?lang=es');
  expect(spanish.headers.get('content-language')).toBe('es');
  expect(spanish.body).toContain('xml:lang="es"');
  expect(spanish.body).toContain('<title>Libros nuevos en BookSwap</title>');
  expect(spanish.body).toContain(
    `rel="self" type="application/atom+xml" href="${world.app.address}/feed/books.atom?lang=es"`,
  );
  const english = await read('/feed/books.atom', { 'accept-language': 'es', cookie: 'lang=es' });
  expect(english.body).toContain('<title>New books on BookSwap</title>');
  expect(english.body).toContain('hreflang="ar"');
  expect(english.headers.get('vary') ?? '').not.toMatch(/accept-language|cookie/i);
  expect((await read('/feed/books.atom?lang=ar')).body).toContain(' dir="rtl"');
  expect((await read('/feed/books.atom?lang=de')).body).toContain('xml:lang="en"');
});

it('what no XML can hold is left out', async () => {
  const { id } = await world.createBook({ author: "O'Neil & Sons" });
  await world.app.database.pool.query('UPDATE books SET title = $2 WHERE id = $1', [
    id,
    'A ]]> \u{1F4DA} "quoted" \uFFFE\u0001',
  ]);
  world.clearCachedBooks();
  const { body } = await read('/feed/books.atom');
  expect(titlesIn(body)).toEqual(['A ]]&gt; \u{1F4DA} &quot;quoted&quot; ']);
  expect(body).toContain("O'Neil &amp; Sons");
});

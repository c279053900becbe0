import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createFakePageSource } from '#tests/support/fakes/fake-page-source.ts';
import { TestWorld } from '#tests/support/server/test-world.ts';
import { AVAILABLE_BOOK_QUEUE } from '../availability/enqueue-available-book.ts';

let world: TestWorld;
const rendered: string[] = [];
beforeAll(async () => {
  const pages = createFakePageSource(rendered);
  const { renderPage, ...rest } = await pages.renderer();
  const renderer = async () => ({
    ...rest,
    renderPage: async (request: Parameters<typeof renderPage>[0]) => {
      const search = new URL(request.url, 'http://page.invalid').searchParams.get('search');
      await request.transport('GET /api/books', { query: { search } });
      return renderPage(request);
    },
  });
  world = await TestWorld.open({
    pages: { ...pages, renderer },
    variables: { TRUSTED_PROXIES: '127.0.0.1' },
  });
});
afterAll(() => world.app.stop());
beforeEach(async () => {
  await world.clear();
  await world.createBook({ title: 'Organic Chemistry', isbn: null });
  // Its transactions are not counted.
  await world.app.app.context.jobs.runNow(AVAILABLE_BOOK_QUEUE);
});
afterEach(() => vi.restoreAllMocks());

const get = (path: string, ip: string) =>
  world.app.visitor().send('GET', path, undefined, { 'x-forwarded-for': ip });
const search = async (text: string, ip: string): Promise<string[]> =>
  (await get(`/api/books?search=${text}`, ip)).body.map(({ title }: { title: string }) => title);

/** Every correction waits for `go`, after it has been counted. */
function holdCorrections() {
  const { promise, resolve: go } = Promise.withResolvers<void>();
  const { database } = world.app;
  const original = database.transaction.bind(database);
  const started = vi.spyOn(database, 'transaction').mockImplementation(async (work, config) => {
    await promise;
    return original(work, config);
  });
  return { go, started };
}

it.each([
  ['IPv4', '203.0.113.9', '203.0.113.9', '203.0.113.10'],
  ['IPv6', '2001:db8::1', '2001:db8::2', '2001:db8:0:1::1'],
])('looks for two corrections of a network at a time (%s)', async (_kind, one, neighbor, other) => {
  const { go, started } = holdCorrections();
  const first = [search('ogranic', one), search('chemisttry', one)];
  await vi.waitFor(() => expect(started).toHaveBeenCalledTimes(2));
  // The search does not wait.
  expect(await search('orgnic', neighbor)).toEqual([]);
  expect(started).toHaveBeenCalledTimes(2);
  const elsewhere = search('chemstry', other);
  await vi.waitFor(() => expect(started).toHaveBeenCalledTimes(3));
  go();
  await Promise.all([...first, elsewhere]);
  // The response without corrections is not cached, and the slots are free again.
  expect(await search('orgnic', neighbor)).toEqual(['Organic Chemistry']);
});

it('caches no page that was rendered without corrections', async () => {
  const { go, started } = holdCorrections();
  const ip = '203.0.113.9';
  const first = [search('ogranic', ip), search('chemisttry', ip)];
  await vi.waitFor(() => expect(started).toHaveBeenCalledTimes(2));
  const page = await get('/?search=orgnic', ip);
  expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
  go();
  await Promise.all(first);
  rendered.length = 0;
  for (let count = 0; count < 2; count += 1) {
    expect((await get('/?search=orgnic', ip)).headers.get('cache-control')).toBe('no-cache');
  }
  expect(rendered).toEqual(['/?search=orgnic']);
});

it('caches no response whose corrections took too long', async () => {
  await world.app.database.pool.query('ALTER FUNCTION similar_terms RENAME TO similar_terms_before');
  await world.app.database.pool
    .query(`CREATE FUNCTION similar_terms(word text) RETURNS TABLE (term text, ndoc integer)
    LANGUAGE sql AS $f$ SELECT 'late', 1 FROM pg_sleep(30) $f$`);
  const { headers } = await get('/api/books?search=bhemistry', '203.0.113.9');
  expect(headers.get('cache-control')).toBe('no-store');
  await world.app.database.pool.query('DROP FUNCTION similar_terms');
  await world.app.database.pool.query('ALTER FUNCTION similar_terms_before RENAME TO similar_terms');
  expect(await search('bhemistry', '203.0.113.9')).toEqual(['Organic Chemistry']);
});

import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { createToBooks } from '#features/prices/server/book-prices.ts';
import { testMarket } from '#tests/support/test-market.ts';
import { useTestWorld } from '#tests/support/server/test-world.ts';
import type { Book } from '#features/books/contract.ts';
import { AVAILABLE_BOOK_QUEUE } from '#features/books/server/availability/enqueue-available-book.ts';
import { importCourses } from '#features/courses/server/import/import-courses.ts';
import { PersonalCache } from '#platform/server/concurrency/personal-cache.ts';
import type { WantedEntry } from '../../contract.ts';
import { listEntries } from '../list-entries.ts';
import type { Availability } from './find-availability.ts';

const toBooks = createToBooks(testMarket);

const world = useTestWorld();
beforeEach(async () => {
  await world.clear();
  await world.app.database.pool.query('TRUNCATE wanted_entries, blocks, courses CASCADE');
});

const ISBN = '9780262046305';
const add = async (body: object): Promise<WantedEntry> => (await world.buyer.post('/api/wanted', body)).body;
const available = (entry: WantedEntry) => [entry.availableCount, entry.lowestPrice];

/** Inserts listings of the seller, a second apart. */
async function insert(count: number, title: string, { price = 1_000 } = {}): Promise<void> {
  await world.app.database.pool.query(
    `INSERT INTO books (id, seller_id, title, author, subject, condition, price, images, created_at, updated_at)
     SELECT gen_random_uuid(), $1, $2, 'Nobody', 'History', 'Good', $3 + n, '{}', at, at
     FROM generate_series(1, $4::int) n, LATERAL (SELECT $5::timestamptz + n * interval '1 second' AS at) x`,
    [world.seller.id, title, price, count, world.app.clock.now()],
  );
  world.app.clock.advance({ seconds: count });
}

it('tells of each kind how many are available, and the lowest price, also of listings older than the entry', async () => {
  const csv = `code,title,term,isbn,requirement\nCS 5800,Algorithms,,${ISBN},required`;
  await importCourses(world.app.database, { actorId: null, csv, now: world.app.clock.now() });
  const book = { isbn: ISBN, price: 3_000 };
  await world.createBook(book);
  await world.createBook({
    ...book,
    title: 'Algorithms unlocked',
    isbn: null,
    price: 1_500,
    courses: ['cs5800'],
  });
  await world.createBook({ ...book, price: 2_000, condition: 'Poor' });
  expect(available(await add({ isbn: ISBN }))).toEqual([2, 2_000]);
  world.app.clock.advance({ seconds: 1 });
  expect(available(await add({ course: 'CS-5800' }))).toEqual([3, 1_500]);
  world.app.clock.advance({ seconds: 1 });
  expect(available(await add({ words: 'algorithms unlock' }))).toEqual([1, 1_500]);
  world.app.clock.advance({ seconds: 1 });
  expect(available(await add({ words: 'botany' }))).toEqual([0, null]);
  expect((await world.buyer.get('/api/wanted')).body.map(available)).toEqual([
    [0, null],
    [1, 1_500],
    [3, 1_500],
    [2, 2_000],
  ]);
});

it('counts only what fits the limits and can be had from others', async () => {
  await world.createBook({ isbn: ISBN, price: 3_000, condition: 'Good' });
  const sold = await world.createBook({ isbn: ISBN, price: 100 });
  await world.seller.patch(`/api/books/${sold.id}`, { isSold: true });
  await world.reserve((await world.createBook({ isbn: ISBN, price: 200 })).id);
  await world.createBook({ isbn: ISBN, price: 300 }, world.buyer);
  const { id } = await add({ isbn: ISBN });
  const changed = async (limits: object): Promise<WantedEntry> =>
    (await world.buyer.patch(`/api/wanted/${id}`, limits)).body;
  expect(available(await changed({}))).toEqual([1, 3_000]);
  expect(available(await changed({ maxPrice: 2_999 }))).toEqual([0, null]);
  expect(available(await changed({ maxPrice: 3_000, minCondition: 'Good' }))).toEqual([1, 3_000]);
  expect(available(await changed({ minCondition: 'Excellent' }))).toEqual([0, null]);
  expect(available(await changed({ minCondition: 'Poor' }))).toEqual([1, 3_000]);
  await world.buyer.send('PUT', `/api/blocks/${world.seller.id}`);
  expect(available(await changed({}))).toEqual([0, null]);
});

it('counts what a seller offers who has blocked the user, at once and later: the block must not show', async () => {
  await world.createBook({ isbn: ISBN, price: 3_000 });
  await add({ isbn: ISBN });
  const shown = async () => (await world.buyer.get('/api/wanted')).body.map(available);
  expect(await shown()).toEqual([[1, 3_000]]);
  await world.createBook({ isbn: ISBN, price: 2_000 }, world.buyer);
  await world.seller.send('PUT', `/api/blocks/${world.buyer.id}`);
  for (const minutes of [0, 1]) {
    world.app.clock.advance({ minutes });
    expect(await shown()).toEqual([[1, 3_000]]);
  }
});

it('keeps for a minute what others offer, and counts at once what the user has changed', async () => {
  await insert(1, 'Botany', { price: 2_000 });
  const shown = async () => (await world.buyer.get('/api/wanted')).body.map(available);
  const { id } = await add({ words: 'botany' });
  expect(await shown()).toEqual([[1, 2_001]]);
  await insert(1, 'Botany', { price: 1_000 });
  world.app.clock.advance({ seconds: 58 });
  expect(await shown()).toEqual([[1, 2_001]]);
  world.app.clock.advance({ seconds: 1 });
  expect(await shown()).toEqual([[2, 1_001]]);
  await world.buyer.patch(`/api/wanted/${id}`, { maxPrice: 1_500 });
  expect(await shown()).toEqual([[1, 1_001]]);
  await world.buyer.send('PUT', `/api/blocks/${world.seller.id}`);
  expect(await shown()).toEqual([[0, null]]);
  await world.buyer.delete(`/api/blocks/${world.seller.id}`);
  await insert(1, 'Botany', { price: 500 });
  // An entry that is added is looked up, and the others stay as they are.
  await add({ words: 'botan' });
  expect(await shown()).toEqual([
    [3, 501],
    [1, 1_001],
  ]);
});

it('compares the listings of each entry and alert once for many requests at the same time', async () => {
  await insert(1, 'Botany');
  await add({ words: 'botany' });
  const { id } = await world.createBook({ title: 'Botany', isbn: ISBN, price: 2_000 });
  await world.app.app.context.jobs.runNow(AVAILABLE_BOOK_QUEUE);
  world.app.clock.advance({ minutes: 1 });
  const compared: string[] = [];
  const { pool } = world.app.database;
  const counting = {
    query: (query: { name: string }) => {
      if (/^(availability-of-wanted-entries|price-samples)$/.test(query.name)) compared.push(query.name);
      return pool.query(query as never);
    },
  };
  const { clock } = world.app;
  const options = { clock, lifetimeMs: 60_000, users: 1 };
  const [availability, ratings] = [
    new PersonalCache<Availability>(options),
    new PersonalCache<Book['priceRating']>(options),
  ];
  const context = {
    database: { pool: counting } as never,
    clock,
    availability,
    ratings,
    prices: { toBooks },
  };
  const lists = await Promise.all(Array.from({ length: 20 }, () => listEntries(context, world.buyer.id)));
  expect(lists.map(([entry]) => available(entry!))).toEqual(Array.from({ length: 20 }, () => [2, 1_001]));
  for (const [entry] of lists)
    expect(entry!.alerts).toMatchObject([{ bookId: id, book: { priceRating: null } }]);
  expect(compared.toSorted()).toEqual(['availability-of-wanted-entries', 'price-samples']);
});

it('reads a bounded part of the listings, and says of common words no more than it knows', async () => {
  await insert(150, 'Common');
  expect(available(await add({ words: 'common' }))).toEqual([100, 1_001]);
  await insert(2_000, 'Common', { price: 5_000 });
  await insert(1_000, 'Else');
  // None of the newest has the word, and it has more listings than are compared.
  expect(available(await add({ words: 'common' }))).toEqual([100, null]);
  await insert(500, 'Frequent', { price: 5_000 });
  expect(available(await add({ words: 'frequent' }))).toEqual([100, null]);
  // It may be among those that are not read.
  expect(available(await add({ words: 'frequent', maxPrice: 10 }))).toEqual([null, null]);
  expect(available(await add({ words: randomUUID() }))).toEqual([0, null]);
});

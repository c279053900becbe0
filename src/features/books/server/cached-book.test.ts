import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { useClearedTestWorld } from '#tests/support/server/test-world.ts';

const world = useClearedTestWorld();
let book: { id: string };
/** Statements that read the one listing. */
let reads: number;

beforeAll(() => {
  const { pool } = world.app.database;
  const query = pool.query.bind(pool) as (...input: unknown[]) => Promise<unknown>;
  vi.spyOn(pool, 'query').mockImplementation((...input: unknown[]) => {
    if ((input[0] as { name?: string }).name === 'find-book') reads += 1;
    return query(...input);
  });
});
beforeEach(async () => {
  book = await world.createBook();
  reads = 0;
});

const visitor = () => world.app.visitor();
const ask = async (id = book.id) => (await visitor().get(`/api/books/${id}`)).body;

it('is read once for all tabs that ask, and once again after a change', async () => {
  await Promise.all(Array.from({ length: 20 }, () => ask()));
  expect(reads).toBe(1);
  await world.seller.patch(`/api/books/${book.id}`, { price: 1_200 });
  const prices = await Promise.all(Array.from({ length: 20 }, async () => (await ask()).price));
  expect(new Set(prices)).toEqual(new Set([1_200]));
  expect(reads).toBe(2);
});

it('stays while other listings change', async () => {
  await ask();
  const other = await world.createBook({ title: 'Another' });
  await world.seller.patch(`/api/books/${other.id}`, { price: 1_300 });
  await ask();
  await ask(book.id.toUpperCase());
  expect(reads).toBe(1);
});

it('is new after each change that it shows: sold, the seller’s sales and name, deleted, restored', async () => {
  const other = await world.createBook({ title: 'Another' });
  await ask();
  await world.seller.patch(`/api/books/${other.id}`, { isSold: true });
  expect((await ask()).seller.totalSales).toBe(1);
  await world.seller.patch('/api/users/me', { name: 'Priya R.' });
  expect((await ask()).seller.name).toBe('Priya R.');
  await world.seller.patch(`/api/books/${book.id}`, { isSold: true });
  expect((await ask()).soldAt).not.toBeNull();
  await world.seller.delete(`/api/books/${book.id}`);
  expect((await ask()).code).toBe('book-not-found');
  await world.seller.post(`/api/books/${book.id}/restore`);
  expect((await ask()).id).toBe(book.id);
});

it('shows views as soon as they are written', async () => {
  await ask();
  await world.buyer.post(`/api/books/${book.id}/views`);
  await world.app.app.books.flushViews();
  expect((await ask()).views).toBe(1);
});

it('is read again after five seconds, in case an event of another process was lost', async () => {
  await ask();
  await world.app.database.pool.query('UPDATE books SET price = 1 WHERE id = $1', [book.id]);
  expect((await ask()).price).not.toBe(1);
  world.app.clock.advance({ seconds: 6 });
  expect((await ask()).price).toBe(1);
});

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { TestApp, type TestClient } from '#tests/support/server/test-app.ts';

let app: TestApp;
let reader: TestClient;
let other: TestClient;
let bookId: string;

beforeAll(async () => {
  app = await TestApp.start();
  reader = await app.signedInClient('Maya Lindgren');
  other = await app.signedInClient('Tom Whitaker');
});
beforeEach(async () => {
  await app.database.pool.query('TRUNCATE books CASCADE');
  bookId = await listed('Campbell Biology');
});
afterAll(() => app.stop());

async function listed(title: string): Promise<string> {
  const book = { title, author: 'Lisa A. Urry', condition: 'Good', price: 100 };
  return (await other.post('/api/books', book)).body.id;
}
const toggle = (body: object) => reader.post('/api/favorites/toggle', { bookId, ...body });
const kept = async () => (await reader.get('/api/favorites/ids')).body;

it('toggles a favorite, and never undoes one with a wanted state', async () => {
  expect((await toggle({})).body).toEqual({ favorited: true });
  expect((await toggle({ favorited: true })).body).toEqual({ favorited: true });
  expect(await kept()).toEqual([bookId]);
  expect((await toggle({})).body).toEqual({ favorited: false });
  expect((await toggle({ favorited: false })).body).toEqual({ favorited: false });
  expect(await kept()).toEqual([]);
});

it('ends in one state without an error when toggles race', async () => {
  const replies = await Promise.all(Array.from({ length: 9 }, () => toggle({})));
  expect(replies.map(({ status }) => status)).toEqual(Array(9).fill(200));
  expect(replies.filter(({ body }) => body.favorited)).toHaveLength(5);
  expect(await kept()).toEqual([bookId]);
  await Promise.all(Array.from({ length: 9 }, () => toggle({ favorited: true })));
  expect(await kept()).toEqual([bookId]);
});

it('keeps 2,000 of a user at most; the others can be removed', async () => {
  await app.database.pool.query(
    `WITH listings AS (
      INSERT INTO books (id, seller_id, title, author, condition, price, subject, description, created_at, updated_at, expires_at)
      SELECT gen_random_uuid(), $1, 'Rings ' || n, 'Author', 'Good', 100, 'Science', '', now(), now(), now()
      FROM generate_series(1, 2000) n RETURNING id)
    INSERT INTO favorites (id, user_id, book_id, created_at) SELECT gen_random_uuid(), $2, id, now() FROM listings`,
    [other.id, reader.id],
  );
  const refused = await toggle({});
  expect([refused.status, refused.body.code]).toEqual([409, 'too-many-favorites']);
  const [one] = await kept();
  expect((await toggle({ bookId: one, favorited: true })).body).toEqual({ favorited: true });
  expect((await toggle({ bookId: one, favorited: false })).body).toEqual({ favorited: false });
  expect((await toggle({})).body).toEqual({ favorited: true });
});

it('lists them with their books, the newest first, in pages; sold ones stay, deleted ones go', async () => {
  const ids = [bookId, await listed('Calculus'), await listed('Organic Chemistry')];
  for (const id of ids) {
    app.clock.advance({ seconds: 1 });
    await toggle({ bookId: id, favorited: true });
  }
  await other.patch(`/api/books/${ids[1]}`, { isSold: true });
  const first = await reader.get(`/api/favorites?limit=2&userId=${reader.id}`);
  expect(first.body.map((favorite: { book: { title: string } }) => favorite.book.title)).toEqual([
    'Organic Chemistry',
    'Calculus',
  ]);
  const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')![1]!;
  expect((await reader.get(next)).body.map((favorite: { bookId: string }) => favorite.bookId)).toEqual([
    bookId,
  ]);
  await other.delete(`/api/books/${bookId}`);
  expect(await kept()).not.toContain(bookId);
});

it('belong to one user only', async () => {
  await toggle({ favorited: true });
  expect((await other.get('/api/favorites')).body).toEqual([]);
  expect((await other.get(`/api/favorites?userId=${reader.id}`)).body.code).toBe('user-mismatch');
  expect((await other.post('/api/favorites/toggle', { bookId, userId: reader.id })).status).toBe(403);
  expect(await kept()).toEqual([bookId]);
});

it('refuses books that do not exist, and changes nothing', async () => {
  expect((await toggle({ bookId: crypto.randomUUID(), favorited: true })).body.code).toBe('book-not-found');
  expect((await toggle({ bookId: 'x' })).status).toBe(400);
  await other.delete(`/api/books/${bookId}`);
  expect((await toggle({ favorited: true })).status).toBe(404);
  expect(await kept()).toEqual([]);
});

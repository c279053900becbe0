import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { TestWorld } from '#tests/support/server/test-world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await TestWorld.open();
});
afterAll(() => world.app.stop());
beforeEach(() => world.clear());

const read = async (path: string) => {
  const { status, body } = await world.app.visitor().get(path);
  return { status, body };
};
const slipOf = async (id: string) => (await read(`/api/books/${id}/slip`)).body;
const codesStored = async () =>
  (await world.app.database.pool.query('SELECT count(*)::int AS count FROM short_addresses')).rows[0].count;

it('a listing gets one short address, which stays and leads to it in any case', async () => {
  const book = await world.createBook();
  expect(await codesStored()).toBe(0);
  const [slip, again] = await Promise.all([slipOf(book.id), slipOf(book.id)]);
  expect(slip.shortCode).toMatch(/^[34679acdefghjkmnpqrtwxy]{7}$/);
  expect(again.shortCode).toBe(slip.shortCode);
  expect(slip.url).toBe(`${world.app.address}/b/${slip.shortCode}`);
  expect(slip.book).toMatchObject({ id: book.id, title: book.title, price: 6800, condition: 'Like New' });
  await world.seller.patch(`/api/books/${book.id}`, { price: 5000, isbn: '9780134093413' });
  expect((await slipOf(book.id)).shortCode).toBe(slip.shortCode);
  for (const typed of [slip.shortCode, slip.shortCode.toUpperCase()])
    expect((await read(`/api/short-addresses/${typed}`)).body).toMatchObject({
      state: 'listed',
      bookId: book.id,
      otherCopies: [],
    });
  expect(await codesStored()).toBe(1);
});

it('listings of one moment have codes that do not follow each other', async () => {
  const books = await Promise.all([1, 2, 3, 4].map((price) => world.createBook({ price })));
  const { body } = await read(`/api/users/${world.seller.id}/slips`);
  expect(body.map((slip: { book: { id: string } }) => slip.book.id).toSorted()).toEqual(
    books.map(({ id }): string => id).toSorted(),
  );
  const codes: string[] = body.map(({ shortCode }: { shortCode: string }) => shortCode);
  expect(new Set(codes).size).toBe(4);
  // The chance that two random codes begin alike is one in 12,167.
  expect(new Set(codes.map((code) => code.slice(0, 3))).size).toBeGreaterThan(2);
});

it('a reserved listing is left off the slips of its seller', async () => {
  const [reserved, free] = [await world.createBook(), await world.createBook()];
  await world.app.database.pool.query(
    "UPDATE books SET reserved_until = now() + interval '100 years' WHERE id = $1",
    [reserved.id],
  );
  const { body } = await read(`/api/users/${world.seller.id}/slips`);
  expect(body.map(({ book }: { book: { id: string } }) => book.id)).toEqual([free.id]);
});

it('a sold book says so and offers other copies, and has no slip', async () => {
  const book = await world.createBook();
  const { shortCode: code } = await slipOf(book.id);
  const [dear, cheap] = [
    await world.createBook({ price: 3000 }, world.buyer),
    await world.createBook({ price: 900 }, world.buyer),
  ];
  await world.createBook({ isbn: '9780134093413' }, world.buyer);
  await world.seller.patch(`/api/books/${book.id}`, { isSold: true });
  const address = (await read(`/api/short-addresses/${code}`)).body;
  expect(address).toMatchObject({ state: 'sold', bookId: book.id, title: book.title });
  expect(address.otherCopies.map(({ id }: { id: string }) => id)).toEqual([cheap.id, dear.id]);
  const slip = await slipOf(book.id);
  expect(slip).toMatchObject({ shortCode: null, url: null });
  expect(slip.otherCopies).toHaveLength(2);
  expect((await read(`/api/users/${world.seller.id}/slips`)).body).toEqual([]);
});

it('offers copies of other editions of the work', async () => {
  const book = await world.createBook({ isbn: '9780262046305' });
  const { shortCode: code } = await slipOf(book.id);
  const third = await world.createBook({ isbn: '9780262033848' }, world.buyer);
  await world.seller.patch(`/api/books/${book.id}`, { isSold: true });
  expect((await read(`/api/short-addresses/${code}`)).body.otherCopies).toMatchObject([
    { id: third.id, isbn: '9780262033848' },
  ]);
});

it('the address of a deleted book tells nothing of it and offers other copies', async () => {
  const book = await world.createBook();
  const { shortCode: code } = await slipOf(book.id);
  const other = await world.createBook({ price: 900 }, world.buyer);
  await world.seller.delete(`/api/books/${book.id}`);
  const expected = { state: 'deleted', bookId: null, title: null };
  const address = (await read(`/api/short-addresses/${code}`)).body;
  expect(address).toMatchObject(expected);
  expect(address.otherCopies).toMatchObject([{ id: other.id }]);
  expect((await read(`/api/books/${book.id}/slip`)).status).toBe(404);
  // The row of the listing goes with the account; what hangs on the board stays.
  await world.app.database.pool.query('DELETE FROM books WHERE id = $1', [book.id]);
  world.clearCachedBooks();
  expect((await read(`/api/short-addresses/${code}`)).body).toMatchObject(expected);
});

it('a restored listing has its address again', async () => {
  const book = await world.createBook();
  const { shortCode: code } = await slipOf(book.id);
  await world.seller.delete(`/api/books/${book.id}`);
  expect((await world.seller.post(`/api/books/${book.id}/restore`, {})).status).toBe(200);
  expect((await slipOf(book.id)).shortCode).toBe(code);
  expect((await read(`/api/short-addresses/${code}`)).body).toMatchObject({ state: 'listed' });
});

it('an expired listing has no slip, and its address leads to its page', async () => {
  const book = await world.createBook();
  const { shortCode: code } = await slipOf(book.id);
  await world.app.database.pool.query('UPDATE books SET expires_at = created_at');
  world.clearCachedBooks();
  world.app.clock.advance(1_000);
  expect((await slipOf(book.id)).shortCode).toBeNull();
  expect((await read(`/api/short-addresses/${code}`)).body).toMatchObject({
    state: 'listed',
    bookId: book.id,
  });
});

it('what is no code, or a code of nothing, is not found', async () => {
  for (const code of ['aaaaaaa', 'AAAAAAA', '0000000', 'abc', '%27'])
    expect((await read(`/api/short-addresses/${code}`)).status).toBe(404);
  expect((await read('/api/books/01a20f84-5489-787e-92b2-8ab9c1784369/slip')).status).toBe(404);
  expect((await read('/api/users/01a20f84-5489-787e-92b2-8ab9c1784369/slips')).body).toEqual([]);
});

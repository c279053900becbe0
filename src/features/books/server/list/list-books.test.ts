import { testMarket } from '#tests/support/test-market.ts';
import { describe, expect, it } from 'vitest';
import { bookChanged } from '../public.ts';
import { algorithms, useClearedTestWorld } from '#tests/support/server/test-world.ts';

const { highest } = testMarket.prices;

const world = useClearedTestWorld();

describe('listing a book', () => {
  it('shows it to everyone with its public seller and nothing more', async () => {
    const book = await world.createBook();
    expect(book).toMatchObject({
      isbn: '9780262046305',
      isActive: true,
      isBoosted: false,
      views: 0,
      price: 6800,
    });
    expect(book.seller).toEqual({
      id: world.seller.id,
      name: 'Priya Raman',
      university: null,
      studentUniversity: null,
      profileImage: null,
      totalSales: 0,
    });
    expect(await world.listBooks()).toEqual([book]);
    expect((await world.app.visitor().get(`/api/books/${book.id}`)).body).toEqual(book);
  });

  it("trims and normalizes text, and sets an absent subject to 'General'", async () => {
    const book = await world.createBook({
      title: '  Cafe\u0301  ',
      subject: null,
      isbn: '',
      description: ' ',
    });
    expect(book).toMatchObject({ title: 'Café', subject: 'General', isbn: null, description: null });
  });

  it('tags it with up to five courses, each once, as they were written', async () => {
    const courses = ['Math 101', 'math-101', ' CS-UY  3083 '];
    const book = await world.createBook({ courses });
    expect(book.courses).toEqual(['Math 101', 'CS-UY 3083']);
    const edited = await world.seller.patch(`/api/books/${book.id}`, { courses: ['CHEM 201'] });
    expect(edited.body.courses).toEqual(['CHEM 201']);
    const other = await world.seller.patch(`/api/books/${book.id}`, { price: 100 });
    expect(other.body.courses).toEqual(['CHEM 201']);
  });

  it.each([
    ['six courses', { courses: Array.from({ length: 6 }, (_, at) => `MATH 10${at}`) }, 'courses'],
    ['a course without digits', { courses: ['Mathematics'] }, 'courses.0'],
    ['a course without a name', { courses: [''] }, 'courses.0'],
    ['no title', { title: ' ' }, 'title'],
    ['a title of 201 characters', { title: 'x'.repeat(201) }, 'title'],
    ['a control character', { title: 'a\u0007b' }, 'title'],
    ['no author', { author: undefined }, 'author'],
    ['no price', { price: undefined }, 'price'],
    ['a negative price', { price: -1 }, 'price'],
    ['half a cent', { price: 10.5 }, 'price'],
    ['a price beyond the highest', { price: highest + 1 }, 'price'],
    ['an unknown condition', { condition: 'Mint' }, 'condition'],
    ['a wrong check digit', { isbn: '9780262046306' }, 'isbn'],
    ['six photos', { images: Array(6).fill('/objects/uploads/x.webp') }, 'images'],
    ['a long description', { description: 'x'.repeat(5001) }, 'description'],
  ])('refuses %s and changes nothing', async (_what, changes, path) => {
    const reply = await world.seller.post('/api/books', { ...algorithms, ...changes });
    expect(reply.status).toBe(400);
    expect(reply.headers.get('content-type')).toContain('application/problem+json');
    expect(reply.body).toMatchObject({ code: 'invalid-request', errors: [{ path }] });
    expect(await world.listBooks()).toEqual([]);
  });

  it('refuses a body that is not JSON, not an object, or too large', async () => {
    expect((await world.seller.send('POST', '/api/books', '{')).body.code).toBe('malformed-json');
    expect((await world.seller.send('POST', '/api/books', '[]')).status).toBe(400);
    expect((await world.seller.send('POST', '/api/books', `"${'x'.repeat(70_000)}"`)).status).toBe(413);
    expect(
      (await world.seller.send('POST', '/api/books', '<a/>', { 'content-type': 'text/xml' })).status,
    ).toBe(415);
  });

  it('stores one listing when a post is repeated after a lost response, with the last values', async () => {
    const clientListingId = crypto.randomUUID();
    const first = await world.createBook({ clientListingId });
    const repeats = await Promise.all(
      [1, 2, 3].map(() => world.seller.post('/api/books', { ...algorithms, clientListingId })),
    );
    expect(repeats.map(({ body }) => body.id)).toEqual(Array(3).fill(first.id));
    expect(await world.createBook({ clientListingId, price: 5000 })).toMatchObject({
      id: first.id,
      price: 5000,
    });
    expect((await world.createBook({ clientListingId }, world.buyer)).id).not.toBe(first.id);
    expect(await world.listBooks()).toHaveLength(2);
  });

  it('requires a signed-in user, and creates listings for that user only', async () => {
    expect((await world.app.visitor().post('/api/books', algorithms)).status).toBe(401);
    const book = await world.createBook({ sellerId: world.buyer.id });
    expect(book.sellerId).toBe(world.seller.id);
  });
});

describe('the list', () => {
  it('drops a boost when it expires, even before the job clears the flag', async () => {
    await world.createBook({ title: 'Old', isbn: null });
    world.app.clock.advance({ hours: 1 });
    await world.createBook({ title: 'New', isbn: null });
    await boost(['Old'], 2);
    expect(await world.listTitles('')).toEqual(['Old', 'New']);
    world.app.clock.advance({ hours: 3 });
    expect(await world.listBooks()).toMatchObject([
      { title: 'New' },
      { title: 'Old', isBoosted: false, boostedUntil: null },
    ]);
    const told: string[] = [];
    const stop = world.app.app.context.events.subscribe(bookChanged, ({ bookId }) => void told.push(bookId));
    await world.app.app.context.jobs.runNow('expire-boosts');
    stop();
    expect(told).toEqual([
      (await world.listBooks()).find((book: { title: string }) => book.title === 'Old').id,
    ]);
    expect((await world.listBooks()).map((book: { isBoosted: boolean }) => book.isBoosted)).toEqual([
      false,
      false,
    ]);
  });

  it('filters by subject; All and nothing mean all', async () => {
    await world.createBook({ title: 'Calculus', subject: 'Mathematics', isbn: null });
    await world.createBook({ title: 'Biology', subject: 'Biology', isbn: null });
    expect(await world.listTitles('?subject=Mathematics')).toEqual(['Calculus']);
    for (const query of ['?subject=All', '?subject=', '?subject=%20', '?search=', '?search=&subject='])
      expect((await world.listTitles(query)).sort()).toEqual(['Biology', 'Calculus']);
    expect(await world.listTitles('?search=calculus&subject=')).toEqual(['Calculus']);
  });

  it.each([
    'limit=0',
    'limit=101',
    'limit=x',
    'cursor=nonsense',
    'subject=%00',
    'search=%00',
    `cursor=${Buffer.from('{}').toString('base64url')}`,
  ])('refuses %s', async (query) => {
    expect((await world.app.visitor().get(`/api/books?${query}`)).status).toBe(400);
  });

  async function boost(which: string[], hours: number) {
    const until = new Date(world.app.clock.now().getTime() + hours * 3_600_000);
    await world.app.database.pool.query(
      'UPDATE books SET is_boosted = true, boosted_until = $2 WHERE title = ANY($1)',
      [which, until],
    );
    world.clearCachedBooks();
  }
});

describe('a boost', () => {
  it('is possible for the longest legal listing', async () => {
    const long = '𠀀'.repeat(199);
    const { id } = await world.createBook({
      title: long,
      author: long,
      subject: '𠀀'.repeat(49),
      isbn: null,
    });
    const until = new Date(world.app.clock.now().getTime() + 3_600_000);
    await world.app.database.pool.query(
      'UPDATE books SET is_boosted = true, boosted_until = $2 WHERE id = $1',
      [id, until],
    );
  });
});

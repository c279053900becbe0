import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bookChanged } from './public.ts';
import { algorithms, TestListings } from '#tests/support/server/test-listings.ts';

let market: TestListings;

beforeAll(async () => {
  market = await TestListings.open();
});
beforeEach(() => market.clear());
afterAll(() => market.app.stop());

describe('listing a book', () => {
  it('shows it to everybody with its public seller and nothing more', async () => {
    const book = await market.create();
    expect(book).toMatchObject({
      isbn: '9780262046305',
      isActive: true,
      isBoosted: false,
      views: 0,
      price: 6800,
    });
    expect(book.seller).toEqual({
      id: market.seller.id,
      name: 'Priya Raman',
      university: null,
      studentVerified: false,
      profileImage: null,
      totalSales: 0,
    });
    expect(await market.list()).toEqual([book]);
    expect((await market.app.visitor().get(`/api/books/${book.id}`)).body).toEqual(book);
  });

  it('trims and normalises text, and gives an absent subject its name', async () => {
    const book = await market.create({ title: '  Cafe\u0301  ', subject: null, isbn: '', description: ' ' });
    expect(book).toMatchObject({ title: 'Café', subject: 'General', isbn: null, description: null });
  });

  it.each([
    ['no title', { title: ' ' }, 'title'],
    ['a title of 201 characters', { title: 'x'.repeat(201) }, 'title'],
    ['a control character', { title: 'a\u0007b' }, 'title'],
    ['no author', { author: undefined }, 'author'],
    ['no price', { price: undefined }, 'price'],
    ['a negative price', { price: -1 }, 'price'],
    ['half a cent', { price: 10.5 }, 'price'],
    ['a price beyond $9,999.99', { price: 1_000_000 }, 'price'],
    ['an unknown condition', { condition: 'Mint' }, 'condition'],
    ['a wrong check digit', { isbn: '9780262046306' }, 'isbn'],
    ['six photos', { images: Array(6).fill('/objects/uploads/x.webp') }, 'images'],
    ['a long description', { description: 'x'.repeat(5001) }, 'description'],
  ])('refuses %s and changes nothing', async (_what, changes, path) => {
    const reply = await market.seller.post('/api/books', { ...algorithms, ...changes });
    expect(reply.status).toBe(400);
    expect(reply.headers.get('content-type')).toContain('application/problem+json');
    expect(reply.body).toMatchObject({ code: 'invalid-request', errors: [{ path }] });
    expect(await market.list()).toEqual([]);
  });

  it('refuses what is no JSON, no object, or too large', async () => {
    expect((await market.seller.send('POST', '/api/books', '{')).body.code).toBe('malformed-json');
    expect((await market.seller.send('POST', '/api/books', '[]')).status).toBe(400);
    expect((await market.seller.send('POST', '/api/books', `"${'x'.repeat(70_000)}"`)).status).toBe(413);
    expect(
      (await market.seller.send('POST', '/api/books', '<a/>', { 'content-type': 'text/xml' })).status,
    ).toBe(415);
  });

  it('lists once what is posted again after a lost answer, as it was posted last', async () => {
    const clientListingId = crypto.randomUUID();
    const first = await market.create({ clientListingId });
    const repeats = await Promise.all(
      [1, 2, 3].map(() => market.seller.post('/api/books', { ...algorithms, clientListingId })),
    );
    expect(repeats.map(({ body }) => body.id)).toEqual(Array(3).fill(first.id));
    expect(await market.create({ clientListingId, price: 5000 })).toMatchObject({
      id: first.id,
      price: 5000,
    });
    expect((await market.create({ clientListingId }, market.other)).id).not.toBe(first.id);
    expect(await market.list()).toHaveLength(2);
  });

  it('needs somebody signed in, and lists for nobody else', async () => {
    expect((await market.app.visitor().post('/api/books', algorithms)).status).toBe(401);
    const book = await market.create({ sellerId: market.other.id });
    expect(book.sellerId).toBe(market.seller.id);
  });
});

describe('the list', () => {
  it('has boosted books first, then the newest, in pages without gaps or repeats', async () => {
    for (let index = 0; index < 25; index++) {
      market.app.clock.advance({ seconds: 1 });
      await market.create({ title: `Book ${index}`, isbn: null });
    }
    await boost(['Book 3', 'Book 7'], 3);
    const seen: string[] = [];
    let address = '/api/books?limit=4';
    while (address !== '') {
      const reply = await market.app.visitor().get(address);
      seen.push(...reply.body.map((book: { title: string }) => book.title));
      address = /<([^>]+)>; rel="next"/.exec(reply.headers.get('link') ?? '')?.[1] ?? '';
    }
    const others = Array.from({ length: 25 }, (_, index) => `Book ${24 - index}`);
    expect(seen).toEqual([
      'Book 7',
      'Book 3',
      ...others.filter((title) => !['Book 7', 'Book 3'].includes(title)),
    ]);
  });

  it('drops a boost when its time is over, also while nobody clears the flag', async () => {
    await market.create({ title: 'Old', isbn: null });
    market.app.clock.advance({ hours: 1 });
    await market.create({ title: 'New', isbn: null });
    await boost(['Old'], 2);
    expect(await market.titles('')).toEqual(['Old', 'New']);
    market.app.clock.advance({ hours: 3 });
    expect(await market.list()).toMatchObject([
      { title: 'New' },
      { title: 'Old', isBoosted: false, boostedUntil: null },
    ]);
    const told: string[] = [];
    const stop = market.app.app.context.events.subscribe(bookChanged, ({ bookId }) => void told.push(bookId));
    await market.app.app.context.jobs.runNow('end-boosts');
    stop();
    expect(told).toEqual([(await market.list()).find((book: { title: string }) => book.title === 'Old').id]);
    expect((await market.list()).map((book: { isBoosted: boolean }) => book.isBoosted)).toEqual([
      false,
      false,
    ]);
  });

  it('filters by subject, All meaning all', async () => {
    await market.create({ title: 'Calculus', subject: 'Mathematics', isbn: null });
    await market.create({ title: 'Biology', subject: 'Biology', isbn: null });
    expect(await market.titles('?subject=Mathematics')).toEqual(['Calculus']);
    expect((await market.titles('?subject=All')).sort()).toEqual(['Biology', 'Calculus']);
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
    expect((await market.app.visitor().get(`/api/books?${query}`)).status).toBe(400);
  });

  async function boost(which: string[], hours: number) {
    const until = new Date(market.app.clock.now().getTime() + hours * 3_600_000);
    await market.app.database.pool.query(
      'UPDATE books SET is_boosted = true, boosted_until = $2 WHERE title = ANY($1)',
      [which, until],
    );
    market.forgetLists();
  }
});

describe('a boost', () => {
  it('is possible for the longest legal listing', async () => {
    const long = '𠀀'.repeat(199);
    const { id } = await market.create({ title: long, author: long, subject: '𠀀'.repeat(49), isbn: null });
    const until = new Date(market.app.clock.now().getTime() + 3_600_000);
    await market.app.database.pool.query(
      'UPDATE books SET is_boosted = true, boosted_until = $2 WHERE id = $1',
      [id, until],
    );
  });
});

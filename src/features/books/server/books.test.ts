import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestApp, type Visitor } from '../../../../tests/support/test-app.ts';
import { bookChanged } from './public.ts';

let app: TestApp;
let seller: Visitor;
let other: Visitor;

const algorithms = {
  title: 'Introduction to Algorithms, 4th Edition',
  author: 'Thomas H. Cormen, Charles E. Leiserson',
  isbn: '978-0-262-04630-5',
  subject: 'Computer Science',
  condition: 'Like New',
  price: 6800,
  description: 'No marks.',
  images: [],
};

beforeAll(async () => {
  app = await TestApp.start();
  seller = await app.person('Priya Raman');
  other = await app.person('Tom Whitaker');
});
beforeEach(async () => {
  await app.database.pool.query('TRUNCATE books, search_terms CASCADE');
  await app.database.pool.query('UPDATE users SET total_sales = 0');
  forgetLists();
});
afterAll(() => app.stop());

/** What a test changes behind the product's back shows at once. */
const forgetLists = () => app.app.context.events.publish(bookChanged, { bookId: randomUUID() });
const list = async (query = '') => (await app.visitor().get(`/api/books${query}`)).body;
const titles = async (query: string) => (await list(query)).map((book: { title: string }) => book.title);
const create = async (changes: object = {}, by = seller) => {
  const reply = await by.post('/api/books', { ...algorithms, ...changes });
  expect(reply.status).toBe(201);
  return reply.body;
};

describe('listing a book', () => {
  it('shows it to everybody with its public seller and nothing more', async () => {
    const book = await create();
    expect(book).toMatchObject({
      isbn: '9780262046305',
      isActive: true,
      isBoosted: false,
      views: 0,
      price: 6800,
    });
    expect(book.seller).toEqual({
      id: seller.id,
      name: 'Priya Raman',
      university: null,
      profileImage: null,
      totalSales: 0,
    });
    expect(await list()).toEqual([book]);
    expect((await app.visitor().get(`/api/books/${book.id}`)).body).toEqual(book);
  });

  it('trims and normalises text, and gives an absent subject its name', async () => {
    const book = await create({ title: '  Cafe\u0301  ', subject: null, isbn: '', description: ' ' });
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
    const reply = await seller.post('/api/books', { ...algorithms, ...changes });
    expect(reply.status).toBe(400);
    expect(reply.headers.get('content-type')).toContain('application/problem+json');
    expect(reply.body).toMatchObject({ code: 'invalid-request', errors: [{ path }] });
    expect(await list()).toEqual([]);
  });

  it('refuses what is no JSON, no object, or too large', async () => {
    expect((await seller.send('POST', '/api/books', '{')).body.code).toBe('malformed-json');
    expect((await seller.send('POST', '/api/books', '[]')).status).toBe(400);
    expect((await seller.send('POST', '/api/books', `"${'x'.repeat(70_000)}"`)).status).toBe(413);
    expect((await seller.send('POST', '/api/books', '<a/>', { 'content-type': 'text/xml' })).status).toBe(
      415,
    );
  });

  it('lists once what is posted again after a lost answer, as it was posted last', async () => {
    const clientListingId = crypto.randomUUID();
    const first = await create({ clientListingId });
    const repeats = await Promise.all(
      [1, 2, 3].map(() => seller.post('/api/books', { ...algorithms, clientListingId })),
    );
    expect(repeats.map(({ body }) => body.id)).toEqual(Array(3).fill(first.id));
    expect(await create({ clientListingId, price: 5000 })).toMatchObject({ id: first.id, price: 5000 });
    expect((await create({ clientListingId }, other)).id).not.toBe(first.id);
    expect(await list()).toHaveLength(2);
  });

  it('needs somebody signed in, and lists for nobody else', async () => {
    expect((await app.visitor().post('/api/books', algorithms)).status).toBe(401);
    const book = await create({ sellerId: other.id });
    expect(book.sellerId).toBe(seller.id);
  });
});

describe('the list', () => {
  it('has boosted books first, then the newest, in pages without gaps or repeats', async () => {
    for (let index = 0; index < 25; index++) {
      app.clock.advance({ seconds: 1 });
      await create({ title: `Book ${index}`, isbn: null });
    }
    await boost(['Book 3', 'Book 7'], 3);
    const seen: string[] = [];
    let address = '/api/books?limit=4';
    while (address !== '') {
      const reply = await app.visitor().get(address);
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
    await create({ title: 'Old', isbn: null });
    app.clock.advance({ hours: 1 });
    await create({ title: 'New', isbn: null });
    await boost(['Old'], 2);
    expect(await titles('')).toEqual(['Old', 'New']);
    app.clock.advance({ hours: 3 });
    expect(await titles('')).toEqual(['New', 'Old']);
    const told: string[] = [];
    const stop = app.app.context.events.subscribe(bookChanged, ({ bookId }) => told.push(bookId));
    await app.app.context.jobs.runNow('end-boosts');
    stop();
    expect(told).toEqual([(await list()).find((book: { title: string }) => book.title === 'Old').id]);
    expect((await list()).map((book: { isBoosted: boolean }) => book.isBoosted)).toEqual([false, false]);
  });

  it('filters by subject, All meaning all', async () => {
    await create({ title: 'Calculus', subject: 'Mathematics', isbn: null });
    await create({ title: 'Biology', subject: 'Biology', isbn: null });
    expect(await titles('?subject=Mathematics')).toEqual(['Calculus']);
    expect((await titles('?subject=All')).sort()).toEqual(['Biology', 'Calculus']);
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
    expect((await app.visitor().get(`/api/books?${query}`)).status).toBe(400);
  });

  async function boost(which: string[], hours: number) {
    const until = new Date(app.clock.now().getTime() + hours * 3_600_000);
    await app.database.pool.query(
      'UPDATE books SET is_boosted = true, boosted_until = $2 WHERE title = ANY($1)',
      [which, until],
    );
    forgetLists();
  }
});

describe('search', () => {
  beforeEach(async () => {
    await create();
    await create({
      title: 'Organic Chemistry',
      author: 'Paula Yurkanis Bruice',
      isbn: null,
      subject: 'Science',
    });
    await create({
      title: 'Cien años de soledad',
      author: 'Gabriel García Márquez',
      isbn: null,
      subject: 'Fiction',
    });
    await create({
      title: 'UNIX in a Nutshell',
      author: "Arnold Robbins, O'Reilly",
      isbn: null,
      subject: 'Science',
    });
  });

  it.each([
    ['the beginning of a word', 'organ', 'Organic Chemistry'],
    ['words of title and author', 'chemistry bruice', 'Organic Chemistry'],
    ['an author without accents', 'garcia marquez', 'Cien años de soledad'],
    ['accents that are not there', 'órgánic', 'Organic Chemistry'],
    ['capitals', 'ORGANIC CHEMISTRY', 'Organic Chemistry'],
    ['an apostrophe left out', 'oreilly', 'UNIX in a Nutshell'],
    ['a letter missing', 'algoritms', 'Introduction to Algorithms, 4th Edition'],
    ['a letter too many', 'chemisttry', 'Organic Chemistry'],
    ['two neighbours swapped', 'ogranic', 'Organic Chemistry'],
    ['two errors in a long word', 'algoritsms', 'Introduction to Algorithms, 4th Edition'],
    ['a misspelt beginning', 'algoriht', 'Introduction to Algorithms, 4th Edition'],
    ['a hyphenated ISBN-13', '978-0-262-04630-5', 'Introduction to Algorithms, 4th Edition'],
    ['the ISBN-10 of its ISBN-13', '0-262-04630-X', 'Introduction to Algorithms, 4th Edition'],
    ['the beginning of its ISBN', '978-0262', 'Introduction to Algorithms, 4th Edition'],
    ['a subject', 'fiction', 'Cien años de soledad'],
    ['one word right and one that nothing holds', 'organic zebra', 'Organic Chemistry'],
  ])('finds by %s', async (_what, search, title) => {
    expect((await titles(`?search=${encodeURIComponent(search)}`))[0]).toBe(title);
  });

  it.each([
    "'",
    '"',
    '&|!()',
    ':*',
    '\\',
    '%',
    '  ',
    '½',
    "x' | 'y",
    'Hawaiʻi',
    'компʼютер',
    'x'.repeat(200),
  ])('is not broken by %j', async (search) => {
    expect((await app.visitor().get(`/api/books?search=${encodeURIComponent(search)}`)).status).toBe(200);
  });

  it('is not broken by any letter there is', async () => {
    const letters = fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }), {
      minLength: 1,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(letters, async (words) => {
        const search = encodeURIComponent(words.join(' ').replaceAll('\u0000', ''));
        expect((await app.visitor().get(`/api/books?search=${search}`)).status).toBe(200);
      }),
      { numRuns: 60 },
    );
  });

  it('finds letters whose plain form is another', async () => {
    await create({ title: 'Hawaiʻi: A History', isbn: null });
    expect(await titles(`?search=${encodeURIComponent('hawaiʻi')}`)).toEqual(['Hawaiʻi: A History']);
  });

  it('forgets words that no listing has any more', async () => {
    const { id } = await create({ title: 'Chemistyr', isbn: null });
    expect(await titles('?search=chemistyr')).toEqual(['Chemistyr']);
    await seller.delete(`/api/books/${id}`);
    expect(await titles('?search=chemistyr')).toEqual([]);
    await app.app.context.jobs.runNow('recount-search-terms');
    forgetLists();
    expect(await titles('?search=chemistyr')).toEqual(['Organic Chemistry']);
  });

  it('forgives nothing in short words, and too much in none', async () => {
    expect(await titles('?search=unxi')).toEqual([]);
    expect(await titles('?search=bhemistry')).toEqual(['Organic Chemistry']);
    expect(await titles('?search=bhemistri')).toEqual([]);
  });

  it('pages through its matches and then ends', async () => {
    for (let index = 0; index < 12; index++) await create({ title: `Statistics ${index}`, isbn: null });
    const seen = new Set<string>();
    let address = '/api/books?search=statistics&limit=5';
    while (address !== '') {
      const reply = await app.visitor().get(address);
      for (const book of reply.body) seen.add(book.title);
      address = /<([^>]+)>; rel="next"/.exec(reply.headers.get('link') ?? '')?.[1] ?? '';
    }
    expect(seen.size).toBe(12);
  });
});

describe('a boost', () => {
  it('is possible for the longest legal listing', async () => {
    const long = '𠀀'.repeat(199);
    const { id } = await create({ title: long, author: long, subject: '𠀀'.repeat(49), isbn: null });
    const until = new Date(app.clock.now().getTime() + 3_600_000);
    await app.database.pool.query('UPDATE books SET is_boosted = true, boosted_until = $2 WHERE id = $1', [
      id,
      until,
    ]);
  });
});

describe('a listing and its owner', () => {
  it('can be edited by the owner and by nobody else', async () => {
    const book = await create();
    expect((await seller.patch(`/api/books/${book.id}`, { price: 5000 })).body).toMatchObject({
      price: 5000,
      title: book.title,
    });
    const before = (await app.visitor().get(`/api/books/${book.id}`)).body;
    for (const [visitor, status] of [
      [other, 404],
      [app.visitor(), 401],
    ] as const) {
      expect((await visitor.patch(`/api/books/${book.id}`, { price: 1 })).status).toBe(status);
      expect((await visitor.delete(`/api/books/${book.id}`)).status).toBe(status);
      expect((await visitor.post(`/api/books/${book.id}/restore`)).status).toBe(status);
    }
    expect((await seller.patch(`/api/books/${book.id}`, { price: -1 })).status).toBe(400);
    expect((await app.visitor().get(`/api/books/${book.id}`)).body).toEqual(before);
  });

  it('leaves every list when sold, keeps its page, and comes back', async () => {
    const book = await create();
    await seller.patch(`/api/books/${book.id}`, { isSold: true });
    await seller.patch(`/api/books/${book.id}`, { isSold: true });
    expect(await list()).toEqual([]);
    expect((await app.visitor().get(`/api/books/user/${seller.id}`)).body).toEqual([]);
    const sold = (await app.visitor().get(`/api/books/${book.id}`)).body;
    expect(sold).toMatchObject({ isActive: false, seller: { totalSales: 1 } });
    expect(sold.soldAt).not.toBeNull();
    expect((await seller.get(`/api/books/user/${seller.id}`)).body).toEqual([sold]);
    await seller.patch(`/api/books/${book.id}`, { isSold: false });
    expect(await list()).toMatchObject([{ id: book.id, soldAt: null, seller: { totalSales: 0 } }]);
  });

  it('is gone when deleted, comes back within 30 seconds, and not after', async () => {
    const book = await create();
    expect((await seller.delete(`/api/books/${book.id}`)).body).toMatchObject({ deleted: true });
    expect((await app.visitor().get(`/api/books/${book.id}`)).body.code).toBe('book-not-found');
    expect(await list()).toEqual([]);
    expect((await seller.delete(`/api/books/${book.id}`)).status).toBe(404);
    app.clock.advance({ seconds: 29 });
    expect((await seller.post(`/api/books/${book.id}/restore`)).body).toMatchObject({
      id: book.id,
      isActive: true,
    });
    expect(await titles('')).toEqual([book.title]);
    await seller.delete(`/api/books/${book.id}`);
    app.clock.advance({ seconds: 31 });
    expect((await seller.post(`/api/books/${book.id}/restore`)).body.code).toBe('book-not-restorable');
  });
});

describe('views', () => {
  it('count one per viewer, book and day, not the owner, no crawler', async () => {
    const book = await create();
    const view = (visitor: Visitor, agent = 'Mozilla/5.0') =>
      visitor.send('POST', `/api/books/${book.id}/views`, {}, { 'user-agent': agent });
    const shown = async () => {
      await app.app.books.flushViews();
      return (await app.visitor().get(`/api/books/${book.id}`)).body.views;
    };
    for (const visitor of [other, other, seller, app.visitor(), app.visitor()]) await view(visitor);
    await view(app.visitor(), 'Googlebot/2.1');
    expect(await shown()).toBe(2);
    await view(other);
    expect(await shown()).toBe(2);
    app.clock.advance({ days: 1 });
    await view(await app.person());
    expect(await shown()).toBe(3);
    const { rows } = await app.database.pool.query('SELECT viewer FROM book_views');
    for (const { viewer } of rows) expect(viewer).not.toContain('127.0.0.1');
  });
});

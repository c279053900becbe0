import { testMarket } from '#tests/support/test-market.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newId } from '#platform/server/new-id.ts';
import { nextAddress, useClearedTestWorld } from '#tests/support/server/test-world.ts';
import { type BookFilters, formatFilters } from '../../filters.ts';
import { conditions } from '../../rules.ts';

const { highest } = testMarket.prices;

const world = useClearedTestWorld();

type Listing = {
  title: string;
  subject: string;
  condition: (typeof conditions)[number];
  price: number;
  hasPhotos: boolean;
  accessCode: 'unused' | 'used' | null;
  boosted: boolean;
  course: string | null;
  isActive: boolean;
};

/** Lists them in the order of the array, a second apart. */
async function insert(listings: readonly Listing[]): Promise<void> {
  const { pool } = world.app.database;
  const at = (index: number) => new Date(world.app.clock.now().getTime() - (listings.length - index) * 1_000);
  await pool.query(
    `INSERT INTO books (id, seller_id, title, author, subject, condition, price, images, condition_details, courses, course_codes,
       is_boosted, boosted_until, is_active, sold_at, created_at, updated_at)
     SELECT x.id, $1, x.title, 'Nobody', x.subject, x.condition, x.price,
       CASE WHEN x.photos THEN ARRAY['/objects/uploads/x.webp'] ELSE '{}' END, x.details, array_remove(ARRAY[x.course], NULL), array_remove(ARRAY[x.course], NULL),
       x.boosted, CASE WHEN x.boosted THEN $2::timestamptz END, x.active, CASE WHEN x.active THEN NULL ELSE x.at END, x.at, x.at
     FROM jsonb_to_recordset($3::jsonb) AS x (id uuid, title text, subject text, condition text, price int, photos boolean,
       details jsonb, course text, boosted boolean, active boolean, at timestamptz)`,
    [
      world.seller.id,
      new Date(world.app.clock.now().getTime() + 3_600_000),
      JSON.stringify(
        listings.map(({ accessCode, hasPhotos, isActive, ...listing }, index) => ({
          ...listing,
          id: newId(at(index)),
          photos: hasPhotos,
          details: accessCode && { accessCode },
          active: isActive,
          at: at(index),
        })),
      ),
    ],
  );
  world.clearCachedBooks();
}

const plain: Listing = {
  title: 'Plain',
  subject: 'History',
  condition: 'Good',
  price: 2000,
  hasPhotos: false,
  accessCode: null,
  boosted: false,
  course: null,
  isActive: true,
};

const toQuery = (filters: BookFilters, limit = 20) => `?${formatFilters(filters)}&limit=${limit}`;

/** The titles of all pages. */
const readAll = async (filters: BookFilters, limit: number): Promise<string[]> =>
  (await world.readPages(`/api/books${toQuery(filters, limit)}`)).flat().map(({ title }) => title);

/** What the list must be. */
function expected(listings: readonly Listing[], filters: BookFilters): string[] {
  const { minPrice = 0, maxPrice = Infinity, minCondition = 'Poor', sort } = filters;
  return listings
    .map((listing, index) => ({ ...listing, index }))
    .filter(
      (it) =>
        it.isActive &&
        (filters.subject === undefined || it.subject === filters.subject) &&
        (filters.course === undefined || it.course === filters.course) &&
        (filters.search === undefined || it.title.toLowerCase().split(' ').includes(filters.search)) &&
        it.price >= minPrice &&
        it.price <= maxPrice &&
        conditions.indexOf(it.condition) <= conditions.indexOf(minCondition) &&
        (filters.accessCode === undefined || it.accessCode === 'unused') &&
        (filters.hasPhotos === undefined || it.hasPhotos),
    )
    .toSorted(
      (a, b) =>
        (sort === 'price' ? a.price - b.price : Number(b.boosted) - Number(a.boosted)) || b.index - a.index,
    )
    .map(({ title }) => title);
}

const anyListing: fc.Arbitrary<Omit<Listing, 'title'> & { word: string }> = fc.record({
  word: fc.constantFrom('calculus', 'algebra'),
  subject: fc.constantFrom('History', 'Science'),
  condition: fc.constantFrom(...conditions),
  price: fc.constantFrom(0, 100, 500, 999_999),
  hasPhotos: fc.boolean(),
  accessCode: fc.constantFrom('unused' as const, 'used' as const, null),
  boosted: fc.integer({ min: 0, max: 7 }).map((value) => value === 0),
  course: fc.constantFrom('MATH101', null),
  isActive: fc.integer({ min: 0, max: 7 }).map((value) => value > 0),
});

const anyFilters: fc.Arbitrary<BookFilters> = fc.record(
  {
    search: fc.constantFrom('calculus', 'algebra'),
    subject: fc.constantFrom('History', 'Science'),
    course: fc.constant('MATH101'),
    minPrice: fc.constantFrom(1, 100),
    maxPrice: fc.constantFrom(100, 500),
    minCondition: fc.constantFrom('Like New' as const, 'Good' as const),
    accessCode: fc.constant('unused' as const),
    hasPhotos: fc.constant(true as const),
    sort: fc.constantFrom('newest' as const, 'price' as const),
  },
  { requiredKeys: [] },
);

describe('filtered lists', () => {
  it('show what passes all filters, in the order asked for, in pages without gaps or repeats', async () => {
    const samples = fc.array(anyListing, { minLength: 30, maxLength: 60 });
    const questions = fc.array(fc.tuple(anyFilters, fc.integer({ min: 1, max: 9 })), {
      minLength: 25,
      maxLength: 25,
    });
    await fc.assert(
      fc.asyncProperty(samples, questions, async (drawn, asked) => {
        await world.clear();
        const listings = drawn.map(({ word, ...facts }, index) => ({ ...facts, title: `${word} n${index}` }));
        await insert(listings);
        for (const [filters, limit] of asked)
          expect([filters, await readAll(filters, limit)]).toEqual([filters, expected(listings, filters)]);
      }),
      { numRuns: 6, endOnFailure: true },
    );
  });

  it('find what only old listings have, in full pages', async () => {
    const old = Array.from({ length: 3_010 }, (_, index) => ({
      ...plain,
      title: `Old ${index}`,
      hasPhotos: true,
    }));
    const recent = Array.from({ length: 20_100 }, (_, index) => ({ ...plain, title: `Recent ${index}` }));
    await insert([...old, { ...plain, title: 'First', hasPhotos: true, boosted: true }, ...recent]);
    const newestOld = old.map(({ title }) => title).toReversed();
    expect(await readAll({ hasPhotos: true }, 100)).toEqual(['First', ...newestOld]);
    expect(await world.listTitles(toQuery({ hasPhotos: true, sort: 'price' }, 2))).toEqual([
      'First',
      'Old 3009',
    ]);
  });

  it('find the cheapest matches of rare and common words, many of them at one price', async () => {
    const listings = Array.from({ length: 14_000 }, (_, index) => ({
      ...plain,
      title: `Book ${index}${index % 40 ? '' : ' rare'}${index % 4 === 1 ? '' : ' common'}`,
      price: (index * 7_919) % 3 === 0 ? 100 * (1 + ((index * 31) % 97)) : 0,
      hasPhotos: index % 3 === 0,
      boosted: index % 1_000 === 4,
    }));
    await insert(listings);
    const sort = 'price' as const;
    const filtered = { search: 'common', sort, hasPhotos: true as const, minPrice: 3_000 };
    for (const filters of [{ search: 'common', sort }, { search: 'rare', sort }, filtered])
      expect(await readAll(filters, 30)).toEqual(expected(listings, filters).slice(0, 200));
  });

  it('find all listings of a course that has very many', async () => {
    const isBare = (index: number) => index % 3 === 0;
    const copies = Array.from({ length: 2_000 }, (_, index) => ({
      ...plain,
      title: `Copy ${index}`,
      price: 100 + (index % 7) * 100,
      course: 'MATH101',
      hasPhotos: !isBare(index),
    }));
    const others = Array.from({ length: 1_000 }, (_, index) => ({
      ...plain,
      title: `Other ${index}`,
      price: 1,
    }));
    const listings = [...others, ...copies];
    await insert(listings);
    for (const filters of [
      { course: 'MATH101' },
      { course: 'MATH101', hasPhotos: true as const, minPrice: 200 },
      { course: 'MATH101', sort: 'price' as const },
      { course: 'MATH101', sort: 'price' as const, maxPrice: 500, hasPhotos: true as const },
    ]) {
      expect([filters, await readAll(filters, 100)]).toEqual([filters, expected(listings, filters)]);
    }
  });

  it.each([
    ['minPrice=-1', `minPrice must be whole cents from 0 to ${highest}`],
    ['maxPrice=x', `maxPrice must be whole cents from 0 to ${highest}`],
    ['minPrice=2&maxPrice=1', 'maxPrice must not be below minPrice'],
    ['minCondition=Mint', 'minCondition must be one of Like New, Excellent, Good, Fair, Poor'],
    ['accessCode=used', "accessCode must be 'unused'"],
    ['hasPhotos=0', 'hasPhotos must be 1'],
    ['sort=views', 'sort must be relevance, newest or price'],
    ['course=-', 'course must be a course code, like MATH101'],
    ['minPrice=1&minPrice=2', undefined],
  ])('refuse %s', async (query, detail) => {
    for (const path of ['/api/books', '/api/books/count']) {
      const reply = await world.app.visitor().get(`${path}?${query}`);
      expect(reply.status).toBe(400);
      expect(reply.body).toMatchObject({ code: 'invalid-request', ...(detail && { detail }) });
    }
  });

  it('refuse the cursor of another order', async () => {
    await insert([plain, plain]);
    const { headers } = await world.app.visitor().get('/api/books?limit=1');
    const next = nextAddress(headers)!;
    expect((await world.app.visitor().get(`${next}&sort=price`)).status).toBe(400);
    expect((await world.app.visitor().get(`${next}&sort=newest`)).body).toHaveLength(1);
  });

  it('follow a change of price, photos, condition and details', async () => {
    const { id } = await world.createBook({ price: 5000, condition: 'Good' });
    const query = toQuery({ maxPrice: 0, minCondition: 'Like New', accessCode: 'unused' });
    expect(await world.listTitles(query)).toEqual([]);
    await world.seller.patch(`/api/books/${id}`, {
      price: 0,
      condition: 'Like New',
      conditionDetails: { accessCode: 'unused' },
    });
    expect(await world.listTitles(query)).toHaveLength(1);
    await world.seller.patch(`/api/books/${id}`, { isSold: true });
    expect(await world.listTitles(query)).toEqual([]);
  });
});

describe('the count', () => {
  const count = async (filters: BookFilters) =>
    (await world.app.visitor().get(`/api/books/count?${formatFilters(filters)}`)).body;

  it('ends at a hundred', async () => {
    await insert(Array.from({ length: 101 }, (_, index) => ({ ...plain, price: index })));
    expect(await count({ maxPrice: 17 })).toEqual({ count: 18, isMore: false, filtersToDrop: [] });
    expect(await count({ maxPrice: 99 })).toEqual({ count: 100, isMore: false, filtersToDrop: [] });
    expect(await count({})).toEqual({ count: 100, isMore: true, filtersToDrop: [] });
    expect(await count({ search: 'plain', hasPhotos: true })).toMatchObject({ count: 0 });
  });

  it('tells which filters to drop where nothing is found', async () => {
    await insert([
      { ...plain, title: 'Calculus', price: 9000, hasPhotos: true },
      { ...plain, title: 'Calculus', price: 1000, condition: 'Poor', hasPhotos: true },
    ]);
    const drop = async (filters: BookFilters) => (await count(filters)).filtersToDrop;
    const search = 'calculus';
    expect(
      await drop({ search, minCondition: 'Good', minPrice: 500, maxPrice: 2000, hasPhotos: true }),
    ).toEqual(['price', 'minCondition']);
    expect(await drop({ maxPrice: 9000, subject: 'Science' })).toEqual(['subject']);
    expect(await drop({ search, accessCode: 'unused', subject: 'Science' })).toEqual([]);
    expect(await drop({ search: 'nothing', hasPhotos: true })).toEqual([]);
  });
});

import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { nextAddress, useClearedTestWorld } from '#tests/support/server/test-world.ts';
import { coursesChanged } from './course-events.ts';
import { listCourses } from './find-courses.ts';
import { courseBooks, courses } from './table.ts';

const CALCULUS = '9781285741550';
const ALGEBRA = '9780980232776';

const world = useClearedTestWorld();
beforeAll(async () => {
  const { orm } = world.app.database;
  const course = (code: string, writtenCode: string, title: string) => ({
    code,
    writtenCode,
    title,
    term: 'Fall 2026',
    updatedAt: world.app.clock.now(),
  });
  await orm
    .insert(courses)
    .values([
      course('MATH101', 'MATH 101', 'Calculus I'),
      course('MATH201', 'MATH 201', 'Álgebra lineal'),
      course('CHEM201', 'CHEM 201', 'Organic Chemistry I'),
    ]);
  await orm.insert(courseBooks).values([
    { courseCode: 'MATH101', isbn: ALGEBRA, requirement: 'recommended', place: 1 },
    {
      courseCode: 'MATH101',
      isbn: CALCULUS,
      title: 'Calculus: Early Transcendentals',
      author: 'James Stewart',
      edition: '8th Edition',
      requirement: 'required',
      place: 0,
    },
  ]);
});

const app = () => world.app;
const get = async (path: string) => (await world.app.visitor().get(path)).body;
const codesOf = async (query: string): Promise<string[]> =>
  (await get(`/api/courses${query}`)).map(({ code }: { code: string }) => code);

describe('the list of courses', () => {
  it('is in order of the codes, in pages', async () => {
    expect(await codesOf('')).toEqual(['CHEM 201', 'MATH 101', 'MATH 201']);
    const first = await world.app.visitor().get('/api/courses?limit=2');
    const next = nextAddress(first.headers)!;
    expect((await get(next)).map(({ code }: { code: string }) => code)).toEqual(['MATH 201']);
  });

  it.each([
    ['math', ['MATH 101', 'MATH 201']],
    ['Math-1', ['MATH 101']],
    ['math 101', ['MATH 101']],
    ['algebra', ['MATH 201']],
    ['lineal alg', ['MATH 201']],
    ['organic', ['CHEM 201']],
    ['chemistry organic', ['CHEM 201']],
    ['100%', []],
    ["'xy", []],
    ['chemistry i', ['CHEM 201']],
    ['chemistry o', []],
    ['  ', ['CHEM 201', 'MATH 101', 'MATH 201']],
  ])('finds %j by code and title', async (search, expected) => {
    expect(await codesOf(`?search=${encodeURIComponent(search)}`)).toEqual(expected);
  });

  it.each(['s', ' M ', "'x", '1'])(
    'refuses the search %j: a single letter fits nearly all',
    async (search) => {
      const reply = await world.app.visitor().get(`/api/courses?search=${encodeURIComponent(search)}`);
      expect([reply.status, reply.body.code]).toEqual([400, 'invalid-request']);
    },
  );

  it('compares stored words: the statement of a search computes the words of no title', async () => {
    const { rows } = await world.app.database.pool.query(
      `SELECT attgenerated FROM pg_attribute WHERE attrelid = 'courses'::regclass AND attname = 'search_2'`,
    );
    expect(rows).toEqual([{ attgenerated: 's' }]);
    const sent: string[] = [];
    const pool = { query: async ({ text }: { text: string }) => (sent.push(text), { rows: [] }) };
    await listCourses({ pool } as never, { search: 'algebra', limit: 20 });
    expect(sent).toHaveLength(1);
    expect(sent[0]).toContain('c.search_2 @@');
    expect(sent[0]).not.toContain('to_tsvector');
  });

  it('of a search stays with the browser for a minute, and with the server until an import', async () => {
    const path = '/api/courses?search=optics';
    const first = await world.app.visitor().get(path);
    expect(first.headers.get('cache-control')).toBe('public, max-age=60');
    const etag = first.headers.get('etag')!;
    const again = await world.app.visitor().send('GET', path, undefined, { 'if-none-match': etag });
    expect(again.status).toBe(304);
    expect((await world.app.visitor().get('/api/courses')).headers.get('cache-control')).toBe('no-cache');

    const { orm } = world.app.database;
    const updatedAt = world.app.clock.now();
    await orm.insert(courses).values({ code: 'PHYS1', writtenCode: 'PHYS 1', title: 'Optics', updatedAt });
    expect(await codesOf('?search=optics')).toEqual([]);
    world.app.clock.advance({ minutes: 1 });
    expect(await codesOf('?search=optics')).toEqual(['PHYS 1']);
    await orm.delete(courses).where(eq(courses.code, 'PHYS1'));
    expect(await codesOf('?search=optics')).toEqual(['PHYS 1']);
    world.app.app.context.events.publish(coursesChanged, {});
    expect(await codesOf('?search=optics')).toEqual([]);
  });

  it('counts the books of each', async () => {
    expect(await get('/api/courses?search=math101')).toEqual([
      { code: 'MATH 101', title: 'Calculus I', term: 'Fall 2026', bookCount: 2 },
    ]);
  });
});

describe('a course', () => {
  it('has its reading list, with the active listings of each book and the lowest price', async () => {
    await world.createBook({ isbn: CALCULUS, price: 2500 });
    await world.createBook({ isbn: CALCULUS, price: 1800 });
    const sold = await world.createBook({ isbn: CALCULUS, price: 100 });
    await world.seller.patch(`/api/books/${sold.id}`, { isSold: true });
    const deleted = await world.createBook({ isbn: CALCULUS, price: 200 });
    await world.seller.delete(`/api/books/${deleted.id}`);
    expect(await get('/api/courses/MATH101')).toEqual({
      code: 'MATH 101',
      title: 'Calculus I',
      term: 'Fall 2026',
      earlierBooks: [],
      books: [
        {
          isbn: CALCULUS,
          title: 'Calculus: Early Transcendentals',
          author: 'James Stewart',
          edition: '8th Edition',
          requirement: 'required',
          accepts: 'exact',
          availableCount: 2,
          lowestPrice: 1800,
          acceptedEditions: [
            { isbn: CALCULUS, edition: '8th Edition', availableCount: 2, lowestPrice: 1800 },
          ],
          olderPrice: null,
          newerPrice: null,
        },
        {
          isbn: ALGEBRA,
          title: 'Introduction to Linear Algebra',
          author: 'Gilbert Strang',
          edition: '5th Edition',
          requirement: 'recommended',
          accepts: 'exact',
          availableCount: 0,
          lowestPrice: null,
          acceptedEditions: [{ isbn: ALGEBRA, edition: '5th Edition', availableCount: 0, lowestPrice: null }],
          olderPrice: null,
          newerPrice: null,
        },
      ],
    });
  });

  it('names a book that nobody knew at the import, once a remote library has said what it is', async () => {
    const isbn = '9781119110668';
    const { orm, pool } = world.app.database;
    await orm.insert(courseBooks).values({ courseCode: 'CHEM201', isbn, requirement: 'required', place: 0 });
    const names = async () => {
      await world.buyer.send('PUT', '/api/users/me/courses/CHEM201');
      const mine = (await world.buyer.get('/api/users/me/courses')).body.courses[0];
      return [await get('/api/courses/CHEM201'), mine].map(({ books }) => books[0].title);
    };
    expect(await names()).toEqual([null, null]);
    await pool.query(
      `INSERT INTO fetched_editions (isbn, source, title, fetched_at)
        VALUES ($1, 'openlibrary', 'Organic Chemistry', $2)`,
      [isbn, app().clock.now()],
    );
    expect(await names()).toEqual(['Organic Chemistry', 'Organic Chemistry']);
  });

  it('does not count a reserved listing as available until the reservation is over', async () => {
    const counts = async () => {
      const { books } = await get('/api/courses/MATH101');
      return [books[0].availableCount, books[0].lowestPrice];
    };
    await world.createBook({ isbn: CALCULUS, price: 2500 });
    const cheapest = await world.createBook({ isbn: CALCULUS, price: 1800 });
    await world.reserve(cheapest.id);
    expect(await counts()).toEqual([1, 2500]);
    app().clock.advance({ days: 3 });
    expect(await counts()).toEqual([2, 1800]);
  });

  it.each(['MATH101', 'math-101', 'Math%20101', 'm%20a%20t%20h101'])('is found as %s', async (code) => {
    expect(await get(`/api/courses/${code}`)).toMatchObject({ code: 'MATH 101' });
  });

  it.each(['MATH999', 'nothing', '%F0%9F%93%9A'])('is not found as %s', async (code) => {
    const reply = await world.app.visitor().get(`/api/courses/${code}`);
    expect(reply.status).toBe(404);
    expect(reply.body.code).toBe('course-not-found');
  });
});

describe('searching listings for a course', () => {
  const titles = (search: string) => world.listTitles(`?search=${encodeURIComponent(search)}`);

  it('finds those of its books and those tagged with it, however it is written', async () => {
    await world.createBook({ isbn: CALCULUS, title: 'Calculus' });
    await world.createBook({ isbn: null, title: 'Lecture notes', courses: ['Math-101'] });
    await world.createBook({ isbn: null, title: 'Other notes', courses: ['MATH 201'] });
    const sold = await world.createBook({ isbn: CALCULUS, title: 'Sold' });
    await world.seller.patch(`/api/books/${sold.id}`, { isSold: true });
    for (const search of ['MATH 101', 'math101', 'Math-101']) {
      expect(new Set(await titles(search))).toEqual(new Set(['Calculus', 'Lecture notes']));
    }
    expect(new Set(await world.listTitles('?course=math-101'))).toEqual(
      new Set(['Calculus', 'Lecture notes']),
    );
    expect(await world.listTitles(`?course=math-101&search=${CALCULUS}`)).toEqual(['Calculus']);
    expect(await world.listTitles('?search=math%20101&subject=History')).toEqual([]);
  });

  it('leaves the books of earlier terms out', async () => {
    const { pool } = app().database;
    await world.createBook({ isbn: CALCULUS, title: 'Calculus' });
    await pool.query(`UPDATE course_books SET left_at = $1, former_term = 'Fall 2025' WHERE isbn = $2`, [
      app().clock.now(),
      CALCULUS,
    ]);
    expect(await titles('math101')).toEqual([]);
    expect(await get('/api/courses/MATH101')).toMatchObject({
      books: [{ isbn: ALGEBRA }],
      earlierBooks: [{ isbn: CALCULUS, term: 'Fall 2025', availableCount: 1, requirement: 'required' }],
    });
    await pool.query('UPDATE course_books SET left_at = NULL, former_term = NULL');
  });

  const titlesOfPages = async (first: string): Promise<string[]> =>
    (await world.readPages(first)).flat().map(({ title }) => title);

  it('goes on through pages without gaps or repeats, with and without a reading list', async () => {
    for (let count = 0; count < 5; count++) {
      app().clock.advance({ seconds: 1 });
      await world.createBook({
        isbn: count % 2 === 0 ? CALCULUS : null,
        courses: ['MATH 101', 'PSYCH 101'],
        title: `Copy ${count}`,
      });
    }
    const copies = ['Copy 4', 'Copy 3', 'Copy 2', 'Copy 1', 'Copy 0'];
    expect(await titlesOfPages('/api/books?search=math101&limit=2')).toEqual(copies);
    expect(await titlesOfPages('/api/books?search=psych101&limit=2')).toEqual(copies);
  });
});

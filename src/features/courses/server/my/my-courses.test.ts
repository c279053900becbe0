import { inArray } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { useClearedTestWorld } from '#tests/support/server/test-world.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { PersonalCache } from '#platform/server/concurrency/personal-cache.ts';
import { courseBooks, courses } from '../table.ts';
import { listMyCourses, type CourseAvailability } from './list-my-courses.ts';

const CALCULUS = '9781285741550';
const ALGEBRA = '9780980232776';
const CHEMISTRY = '9780134042282';

const world = useClearedTestWorld();
let other: TestClient;

beforeAll(async () => {
  other = await world.app.signedInClient('Jonas Weber');
  await world.app.verifyEmails();
  const { orm } = world.app.database;
  const many = Array.from({ length: 13 }, (_, at) => `X${100 + at}`);
  const course = (code: string) => ({
    code,
    writtenCode: code.replace(/(?=\d)(?<!\d)/, ' '),
    title: `About ${code}`,
    term: null,
    updatedAt: world.app.clock.now(),
  });
  await orm.insert(courses).values(['MATH101', 'CHEM201', ...many].map(course));
  const book = (courseCode: string, isbn: string, place: number) => ({
    courseCode,
    isbn,
    requirement: 'required',
    place,
  });
  await orm
    .insert(courseBooks)
    .values([
      book('MATH101', CALCULUS, 0),
      book('MATH101', ALGEBRA, 1),
      book('CHEM201', CHEMISTRY, 0),
      book('CHEM201', CALCULUS, 1),
    ]);
});
beforeEach(async () => {
  // The same courses of the same user, with what is kept of another test.
  world.app.clock.advance({ minutes: 1 });
  await world.app.database.pool.query('TRUNCATE taken_courses, blocks');
});

const take = (code: string, by = world.buyer) => by.send('PUT', `/api/users/me/courses/${code}`);
const mine = async (by = world.buyer) => (await by.get('/api/users/me/courses')).body;
/** Reads my courses after the cache of others' listings has expired. */
const mineLater = () => {
  world.app.clock.advance({ minutes: 1 });
  return mine();
};

it('keeps courses in the order in which they were added, each once, until they are removed', async () => {
  expect((await take('math-101')).body).toEqual({ taken: true });
  world.app.clock.advance({ seconds: 1 });
  await take('CHEM201');
  await take('MATH101');
  expect((await mine()).courses.map(({ code }: { code: string }) => code)).toEqual(['MATH 101', 'CHEM 201']);
  expect((await mine(world.seller)).courses).toEqual([]);
  expect((await world.buyer.delete('/api/users/me/courses/Math%20101')).body).toEqual({ taken: false });
  expect((await mine()).courses.map(({ code }: { code: string }) => code)).toEqual(['CHEM 201']);
  const data = (await world.buyer.get('/api/users/me/export')).body;
  expect(data.courses).toMatchObject([{ code: 'CHEM 201', title: 'About CHEM201' }]);
});

it('refuses unknown courses, and a thirteenth one, also where many are added at once', async () => {
  expect((await take('MATH999')).body.code).toBe('course-not-found');
  const replies = await Promise.all(Array.from({ length: 13 }, (_, at) => take(`X${100 + at}`)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(12);
  expect(replies.filter(({ body }) => body.code === 'too-many-taken-courses')).toHaveLength(1);
  expect((await mine()).courses).toHaveLength(12);
});

it('keeps a course that only listings name, also when they are sold', async () => {
  expect((await take('psych101')).body.code).toBe('course-not-found');
  const { id } = await world.createBook({ isbn: null, courses: ['P.s.y-ch! 1.01'] });
  expect((await take('psych101')).body).toEqual({ taken: true });
  const psych = { code: 'PSYCH 101', title: null, term: null, books: [] };
  expect((await mine()).courses).toEqual([psych]);
  await world.seller.patch(`/api/books/${id}`, { isSold: true });
  expect((await mine()).courses).toEqual([psych]);
  expect((await world.buyer.get('/api/users/me/export')).body.courses).toMatchObject([
    { code: 'PSYCH 101', title: null },
  ]);
  await world.app.database.pool.query(
    `INSERT INTO courses (code, written_code, title, updated_at) VALUES ('PSYCH101', 'PSY-CH 101', 'Mind', now())`,
  );
  expect((await mine()).courses).toMatchObject([{ code: 'PSY-CH 101', title: 'Mind' }]);
  await world.app.database.pool.query(`DELETE FROM courses WHERE code = 'PSYCH101'`);
  await world.buyer.delete('/api/users/me/courses/PSYCH101');
  expect((await mine()).courses).toEqual([]);
});

it('adds up the lowest prices of the different books that others offer', async () => {
  await take('MATH101');
  world.app.clock.advance({ seconds: 1 });
  await take('CHEM201');
  expect(await mine()).toMatchObject({ availableBooks: 0, totalPrice: 0, sellers: [] });
  await world.createBook({ isbn: CALCULUS, price: 3000 });
  await world.createBook({ isbn: CALCULUS, price: 2000 }, other);
  await world.createBook({ isbn: CHEMISTRY, price: 500 }, other);
  await world.createBook({ isbn: ALGEBRA, price: 100 }, world.buyer);
  const { courses: listed, availableBooks, totalPrice } = await mineLater();
  expect({ availableBooks, totalPrice }).toEqual({ availableBooks: 2, totalPrice: 2500 });
  expect(
    listed.map(({ books }: { books: { availableCount: number; lowestPrice: number | null }[] }) =>
      books.map(({ availableCount, lowestPrice }) => [availableCount, lowestPrice]),
    ),
  ).toEqual([
    [
      [2, 2000],
      [0, null],
    ],
    [
      [1, 500],
      [2, 2000],
    ],
  ]);
});

it('names the sellers who have several of the books, those with most first, and none whom the user has blocked', async () => {
  await take('MATH101');
  await take('CHEM201');
  await world.createBook({ isbn: CALCULUS, price: 3000 });
  await world.createBook({ isbn: CALCULUS, price: 2900 });
  const algebra = await world.createBook({ isbn: ALGEBRA, title: 'Linear Algebra', price: 100 });
  const [calculus] = await Promise.all(
    [CALCULUS, ALGEBRA, CHEMISTRY].map((isbn) => world.createBook({ isbn }, other)),
  );
  const { sellers } = await mine();
  expect(
    sellers.map((one: { seller: { name: string }; books: object[] }) => [one.seller.name, one.books.length]),
  ).toEqual([
    ['Jonas Weber', 3],
    ['Priya Raman', 2],
  ]);
  expect(sellers[1].books).toContainEqual({
    bookId: algebra.id,
    isbn: ALGEBRA,
    title: 'Linear Algebra',
    price: 100,
  });
  await other.patch(`/api/books/${calculus.id}`, { isSold: true });
  const beforeBlock = await mineLater();
  await world.seller.send('PUT', `/api/blocks/${world.buyer.id}`);
  expect(await mineLater()).toEqual(beforeBlock);
  await world.buyer.send('PUT', `/api/blocks/${other.id}`);
  expect((await mine()).sellers.map((one: { seller: { name: string } }) => one.seller.name)).toEqual([
    'Priya Raman',
  ]);
});

it('counts a copy that two courses accept once', async () => {
  const [fourth, third] = ['9780262046305', '9780262033848'];
  await world.app.database.orm.insert(courseBooks).values(
    [
      { courseCode: 'X100', isbn: fourth },
      { courseCode: 'X101', isbn: third },
    ].map((row) => ({ ...row, requirement: 'required', place: 0, accepts: 'any' as const })),
  );
  for (const code of ['X100', 'X101']) await take(code);
  const one = await world.createBook({ isbn: fourth, title: 'Introduction to Algorithms' });
  expect((await mine()).sellers).toEqual([]);
  const other = await world.createBook({ isbn: third, title: 'Introduction to Algorithms' });
  const { sellers } = await mineLater();
  expect(new Set(sellers[0].books.map(({ bookId }: { bookId: string }) => bookId))).toEqual(
    new Set([one.id, other.id]),
  );
  await world.app.database.orm.delete(courseBooks).where(inArray(courseBooks.courseCode, ['X100', 'X101']));
});

it('keeps for a minute what others offer, and shows at once what the user has changed', async () => {
  const shown = async () => {
    const { availableBooks, totalPrice, sellers } = await mine();
    return [availableBooks, totalPrice, sellers.length];
  };
  await take('MATH101');
  await world.createBook({ isbn: CALCULUS, price: 3000 });
  expect(await shown()).toEqual([1, 3000, 0]);
  await world.createBook({ isbn: ALGEBRA, price: 100 });
  await world.createBook({ isbn: CHEMISTRY, price: 500 }, other);
  world.app.clock.advance({ seconds: 59 });
  expect(await shown()).toEqual([1, 3000, 0]);
  world.app.clock.advance({ seconds: 1 });
  expect(await shown()).toEqual([2, 3100, 1]);
  await take('CHEM201');
  expect(await shown()).toEqual([3, 3600, 1]);
  await world.buyer.send('PUT', `/api/blocks/${other.id}`);
  expect(await shown()).toEqual([2, 3100, 1]);
  await world.buyer.delete('/api/users/me/courses/MATH101');
  expect(await shown()).toEqual([1, 3000, 0]);
});

it('shows no name or title of a seller who is gone, and no former title', async () => {
  await take('MATH101');
  const leaving = await world.app.signedInClient('Una Evil');
  for (const seller of [leaving, other])
    for (const isbn of [CALCULUS, ALGEBRA]) await world.createBook({ isbn, title: 'Pay me' }, seller);
  expect((await mine()).sellers).toHaveLength(2);
  // Another process deletes the user, and its event has not arrived yet.
  await world.app.database.pool.query('DELETE FROM users WHERE id = $1', [leaving.id]);
  await world.app.database.pool.query(`UPDATE books SET title = 'Calculus', title_changed_at = now()`);
  const { sellers } = await mine();
  expect(sellers.map((one: { seller: { name: string } }) => one.seller.name)).toEqual(['Jonas Weber']);
  expect(JSON.stringify(sellers)).not.toMatch(/Una|Pay me/);
});

it('brings ten sellers to the process, not all copies', async () => {
  await take('MATH101');
  await world.createBook({ isbn: CALCULUS, price: 3000 });
  const sellers = 30;
  await world.app.database.pool.query(
    `WITH seller AS (INSERT INTO users (id, issuer, subject, email, name, university, created_at)
        SELECT gen_random_uuid(), issuer, 'many-' || n, 'many-' || n || '@northfield.example', 'Many', university, created_at
        FROM users, generate_series(1, $2) n WHERE id = $1 RETURNING id)
      INSERT INTO books (id, seller_id, title, author, isbn, condition, price, expires_at, created_at, updated_at)
      SELECT gen_random_uuid(), seller.id, title, author, wanted, condition, price, expires_at, books.created_at, updated_at
      FROM books, seller, unnest($3::text[]) wanted`,
    [world.seller.id, sellers, [CALCULUS, ALGEBRA]],
  );
  const { pool } = world.app.database;
  const rowCounts: number[] = [];
  const counting = {
    query: async (query: string) => {
      const result = await pool.query(query);
      rowCounts.push(result.rows.length);
      return result;
    },
  };
  const availability = new PersonalCache<CourseAvailability>({
    clock: world.app.clock,
    lifetimeMs: 0,
    users: 1,
  });
  const context = { database: { pool: counting } as never, clock: world.app.clock, availability };
  const { sellers: shown } = await listMyCourses(context, world.buyer.id);
  expect(shown).toHaveLength(10);
  expect(Math.max(...rowCounts)).toBe(20);
});

it('leaves out what is reserved', async () => {
  await take('MATH101');
  const { id } = await world.createBook({ isbn: CALCULUS, price: 2000 });
  await world.createBook({ isbn: CALCULUS, price: 3000 }, other);
  await world.createBook({ isbn: ALGEBRA, price: 500 });
  await world.reserve(id);
  const { courses: listed, availableBooks, totalPrice, sellers } = await mine();
  expect({ availableBooks, totalPrice, sellers }).toEqual({
    availableBooks: 2,
    totalPrice: 3500,
    sellers: [],
  });
  expect(listed[0].books[0]).toMatchObject({ availableCount: 1, lowestPrice: 3000 });
});

it('counts as many copies as the page of the course, up to a hundred', async () => {
  await take('MATH101');
  const { id } = await world.createBook({ isbn: CALCULUS, price: 3000 });
  const copy = (count: number) =>
    world.app.database.pool.query(
      `INSERT INTO books (id, seller_id, title, author, isbn, condition, price, expires_at, created_at, updated_at)
      SELECT gen_random_uuid(), seller_id, title, author, isbn, condition, price + n, expires_at, created_at, updated_at
      FROM books, generate_series(1, $2) n WHERE id = $1`,
      [id, count],
    );
  const shown = async () => {
    const [mineFirst] = (await mineLater()).courses;
    const { body } = await world.app.visitor().get('/api/courses/MATH101');
    expect(mineFirst.books).toEqual(body.books);
    return body.books[0];
  };
  await copy(30);
  expect(await shown()).toMatchObject({ availableCount: 31, lowestPrice: 3000 });
  await copy(90);
  expect(await shown()).toMatchObject({ availableCount: 100, lowestPrice: 3000 });
});

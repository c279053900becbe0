import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { grantAdmin } from '#tests/support/product/grant-admin.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { nextAddress, TestWorld } from '#tests/support/server/test-world.ts';

const CALCULUS = '9781285741550';
const ALGORITHMS = '9780262046305';
const ALGEBRA = '9780980232776';
const BIOLOGY = '9780134093413';
const COVERAGE = '/api/admin/courses/coverage';

let world: TestWorld;
let admin: TestClient;
beforeAll(async () => {
  world = await TestWorld.open();
  admin = await world.app.signedInClient('Ruth Adler', 'ruth@northfield.example');
  await world.app.database.transaction((tx) => grantAdmin(tx, 'ruth@northfield.example'));
});
afterAll(() => world.app.stop());
beforeEach(async () => {
  await world.clear();
  await world.app.database.pool.query('TRUNCATE courses, wanted_entries CASCADE');
  const rows = [
    `MATH 101,Calculus I,Fall 2026,${CALCULUS},required`,
    `MATH 101,Calculus I,Fall 2026,${ALGEBRA},required`,
    `MATH 101,Calculus I,Fall 2026,${ALGORITHMS},recommended`,
    `CS 301,"=cmd|' /C calc'!A0",Fall 2026,${ALGORITHMS},required`,
    `CS 301,"=cmd|' /C calc'!A0",Fall 2026,${ALGEBRA},required`,
    `BIO 110,Biology,,${BIOLOGY},required`,
    `ART 100,Drawing,,${BIOLOGY},recommended`,
  ];
  const csv = ['code,title,term,isbn,requirement', ...rows].join('\n');
  expect((await admin.post('/api/admin/courses/import', { csv })).status).toBe(200);
});

type Missing = { isbn: string; wantedCount: number; isReserved: boolean };
type Course = { code: string; requiredCount: number; coveredCount: number; missing: Missing[] };

const read = async (query = ''): Promise<Course[]> => (await admin.get(`${COVERAGE}${query}`)).body;
const courseOf = async (code: string) => (await read()).find((course) => course.code === code)!;
const want = async (user: TestClient, entry: object) =>
  expect((await user.post('/api/wanted', entry)).status).toBe(201);

it('counts the required books with an available copy, and lists the others', async () => {
  await world.createBook({ isbn: CALCULUS });
  expect(await courseOf('MATH 101')).toMatchObject({
    title: 'Calculus I',
    term: 'Fall 2026',
    requiredCount: 2,
    coveredCount: 1,
    missing: [{ isbn: ALGEBRA, wantedCount: 0, isReserved: false }],
  });
  // A course without required books has nothing to cover.
  expect((await read()).map(({ code }) => code).toSorted()).toEqual(['BIO 110', 'CS 301', 'MATH 101']);
  expect((await admin.get(`${COVERAGE}/totals`)).body).toEqual({
    courses: 3,
    requiredBooks: 4,
    coveredBooks: 1,
  });
});

it('a copy of another edition covers a book whose course accepts it, and no other', async () => {
  const THIRD = '9780262033848';
  const rows = ['code,title,term,isbn,requirement,editions', `CS 301,Algorithms,,${ALGORITHMS},required,any`];
  rows.push(`CS 302,More algorithms,,${ALGORITHMS},required,exact`);
  expect((await admin.post('/api/admin/courses/import', { csv: rows.join('\n') })).status).toBe(200);
  const third = await world.createBook({ isbn: THIRD });
  const missing = async (code: string) =>
    (await courseOf(code)).missing.filter(({ isbn }) => isbn === ALGORITHMS);
  expect(await missing('CS 301')).toEqual([]);
  expect(await missing('CS 302')).toMatchObject([{ isReserved: false }]);
  await world.reserve(third.id);
  expect(await missing('CS 301')).toMatchObject([{ isReserved: true }]);
});

it('a sold, deleted, expired or reserved copy covers nothing', async () => {
  const copies = [];
  for (let count = 0; count < 2; count += 1) copies.push(await world.createBook({ isbn: BIOLOGY }));
  const [sold, deleted] = copies;
  expect((await courseOf('BIO 110')).coveredCount).toBe(1);
  await world.seller.patch(`/api/books/${sold.id}`, { isSold: true });
  await world.seller.delete(`/api/books/${deleted.id}`);
  expect((await courseOf('BIO 110')).coveredCount).toBe(0);
  const kept = await world.createBook({ isbn: BIOLOGY });
  await world.reserve(kept.id);
  expect(await courseOf('BIO 110')).toMatchObject({ coveredCount: 0, missing: [{ isReserved: true }] });
  await world.app.database.pool.query('UPDATE books SET reserved_until = NULL, expires_at = created_at');
  world.app.clock.advance(1_000);
  expect(await courseOf('BIO 110')).toMatchObject({ coveredCount: 0, missing: [{ isReserved: false }] });
});

it('the most wanted come first: people who want the book or the course, one mailbox counts once', async () => {
  const twin = await world.app.signedInClient('Tom Again', 'tom+again@northfield.example');
  const tom = await world.app.signedInClient('Tom', 'tom@northfield.example');
  await want(world.buyer, { isbn: ALGORITHMS });
  await want(world.seller, { course: 'CS 301' });
  await want(tom, { isbn: ALGORITHMS });
  await want(twin, { isbn: ALGORITHMS });
  await want(tom, { isbn: BIOLOGY });
  expect((await read()).map(({ code }) => code)).toEqual(['CS 301', 'BIO 110', 'MATH 101']);
  expect((await courseOf('CS 301')).missing).toMatchObject([
    { isbn: ALGORITHMS, wantedCount: 3 },
    { isbn: ALGEBRA, wantedCount: 1 },
  ]);
  const { body } = await admin.get(`${COVERAGE}/missing`);
  expect(body.map(({ isbn, courses }: { isbn: string; courses: string[] }) => [isbn, courses])).toEqual([
    [ALGORITHMS, ['CS 301']],
    [BIOLOGY, ['BIO 110']],
    [ALGEBRA, ['CS 301', 'MATH 101']],
    [CALCULUS, ['MATH 101']],
  ]);
});

it('is read in pages, in each order', async () => {
  await world.createBook({ isbn: CALCULUS });
  const pages = async (order: string) => {
    const codes: string[] = [];
    for (let path: string | undefined = `${COVERAGE}?limit=1&order=${order}`; path !== undefined;) {
      const { body, headers } = await admin.get(path);
      codes.push(...body.map(({ code }: Course) => code));
      path = nextAddress(headers);
    }
    return codes;
  };
  expect(await pages('code')).toEqual(['BIO 110', 'CS 301', 'MATH 101']);
  expect(await pages('wanted')).toEqual(['CS 301', 'BIO 110', 'MATH 101']);
  expect(await pages('least-covered')).toEqual(['BIO 110', 'CS 301', 'MATH 101']);
  await world.createBook({ isbn: BIOLOGY });
  expect(await pages('least-covered')).toEqual(['CS 301', 'MATH 101', 'BIO 110']);
  expect((await admin.get(`${COVERAGE}?order=none`)).status).toBe(400);
  expect((await admin.get(`${COVERAGE}?cursor=x`)).status).toBe(400);
});

it('its file runs no formula, and names each missing book and each covered course', async () => {
  await world.createBook({ isbn: BIOLOGY });
  const { csv } = (await admin.get(`${COVERAGE}/export`)).body;
  const [header, ...lines] = csv.trimEnd().split('\r\n');
  expect(header).toBe('code,title,term,required,covered,isbn,book,author,edition,wanted');
  expect(lines).toHaveLength(5);
  expect(lines[0]).toBe('BIO 110,Biology,,1,1,,,,,');
  expect(lines[1]).toMatch(new RegExp(`^CS 301,'=cmd\\|' /C calc'!A0,Fall 2026,2,0,${ALGORITHMS},`));
});

it('is for administrators', async () => {
  for (const path of ['', '/totals', '/missing', '/export'])
    expect((await world.buyer.get(COVERAGE + path)).status).toBe(403);
});

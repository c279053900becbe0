import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { grantAdmin } from '#tests/support/product/grant-admin.ts';
import { TestApp, type TestClient } from '#tests/support/server/test-app.ts';

const [EIGHTH, SEVENTH, SIXTH, UNNUMBERED] = [
  '9781119110668',
  '9780000000002',
  '9780000000019',
  '9780000000026',
] as const;
const HEADER = 'code,title,term,isbn,requirement';

let app: TestApp;
let admin: TestClient;
let maya: TestClient;
let noah: TestClient;

beforeAll(async () => {
  app = await TestApp.start();
  admin = await app.signedInClient('Ruth Adler', 'ruth@northfield.example');
  maya = await app.signedInClient('Maya Lindgren', 'maya@northfield.example');
  noah = await app.signedInClient('Noah Reed', 'noah@northfield.example');
  await app.database.transaction((tx) => grantAdmin(tx, 'ruth@northfield.example'));
});
beforeEach(() => app.database.pool.query('TRUNCATE courses, books, work_editions, taken_courses CASCADE'));
afterAll(() => app.stop());

const list = (seller: TestClient, isbn: string, edition: string, price: number) =>
  seller.post('/api/books', {
    isbn,
    title: `Calculus${edition}`,
    author: 'James Stewart',
    subject: 'Mathematics',
    condition: 'Good',
    price,
  });
const importRows = async (...rows: string[]) =>
  (await admin.post('/api/admin/courses/import', { csv: rows.join('\n') })).body;
const importBook = (isbn: string, editions: string) =>
  importRows(`${HEADER},editions`, `MATH 101,Calculus I,Fall 2026,${isbn},required,${editions}`);
const readBook = async () => (await app.visitor().get('/api/courses/MATH101')).body.books[0];
const exported = async (): Promise<string> => (await admin.get('/api/admin/courses/export')).body.csv;

describe('a book of a reading list', () => {
  it('accepts older editions from a number, and newer ones', async () => {
    await list(maya, SIXTH, ', 6th Edition', 500);
    await list(maya, SEVENTH, ' (7th ed.)', 900);
    await list(noah, EIGHTH, ' 8e', 5800);
    await list(noah, UNNUMBERED, '', 100);
    await importBook(EIGHTH, 'from:7');
    expect(await readBook()).toMatchObject({
      accepts: 'from:7',
      availableCount: 2,
      lowestPrice: 900,
      acceptedEditions: [
        { isbn: EIGHTH, edition: '8th Edition', availableCount: 1, lowestPrice: 5800 },
        { isbn: SEVENTH, edition: '7th Edition', availableCount: 1, lowestPrice: 900 },
      ],
      olderPrice: 100,
      newerPrice: null,
    });
    await importBook(SEVENTH, 'from:7');
    const seventh = (await app.visitor().get('/api/courses/MATH101')).body.books.find(
      ({ isbn }: { isbn: string }) => isbn === SEVENTH,
    );
    expect(seventh).toMatchObject({
      availableCount: 2,
      acceptedEditions: [{ isbn: EIGHTH }, { isbn: SEVENTH }],
    });
  });

  it('accepts any edition, also one whose number nobody knows', async () => {
    await importBook(EIGHTH, 'any');
    await list(maya, EIGHTH, ', 8th Edition', 5800);
    await list(maya, UNNUMBERED, '', 100);
    expect(await readBook()).toMatchObject({
      accepts: 'any',
      availableCount: 2,
      lowestPrice: 100,
      acceptedEditions: [
        { isbn: EIGHTH, edition: '8th Edition' },
        { isbn: UNNUMBERED, edition: null, availableCount: 1, lowestPrice: 100 },
      ],
      olderPrice: null,
    });
  });

  it('accepts this edition only, unless the file says more: others are named, and never available', async () => {
    await importRows(HEADER, `MATH 101,Calculus I,Fall 2026,${SEVENTH},required`);
    await list(maya, SIXTH, ', 6th Edition', 900);
    await list(maya, EIGHTH, ', 8th Edition', 5800);
    expect(await readBook()).toMatchObject({
      accepts: 'exact',
      availableCount: 0,
      lowestPrice: null,
      newerPrice: null,
    });
    // The number of the edition is known with a listing of it.
    const { body } = await list(noah, SEVENTH, ', 7th Edition', 1000);
    await noah.patch(`/api/books/${body.id}`, { isSold: true });
    expect(await readBook()).toMatchObject({
      accepts: 'exact',
      availableCount: 0,
      acceptedEditions: [{ isbn: SEVENTH, edition: '7th Edition', availableCount: 0, lowestPrice: null }],
      olderPrice: 900,
      newerPrice: 5800,
    });
  });
});

describe('the column editions', () => {
  it('is exact where it is empty, refuses other words, and is in the export', async () => {
    const { refused } = await importRows(
      `${HEADER},Editions`,
      `MATH 101,Calculus I,Fall 2026,${EIGHTH},required,`,
      `MATH 101,,,${SEVENTH},required,FROM:7`,
      `MATH 101,,,${SIXTH},required,some`,
      `MATH 101,,,${UNNUMBERED},required,from:0`,
    );
    expect(refused.map(({ line }: { line: number }) => line)).toEqual([4, 5]);
    const csv = await exported();
    expect(csv).toContain(`${EIGHTH},required,exact\r\n`);
    expect(csv).toContain(`${SEVENTH},required,from:7\r\n`);
    const again = await importRows(csv);
    expect(again).toMatchObject({ newCount: 0, changedCount: 0, unchangedCount: 2, refusedCount: 0 });
  });

  it('leaves what is set in a file without it, and changes it in one with it', async () => {
    await importBook(EIGHTH, 'any');
    expect(await importRows(HEADER, `MATH 101,,,${EIGHTH},recommended`)).toMatchObject({ changedCount: 1 });
    expect(await readBook()).toMatchObject({ requirement: 'recommended', accepts: 'any' });
    expect(await importBook(EIGHTH, '')).toMatchObject({ changedCount: 1 });
    expect((await readBook()).accepts).toBe('exact');
  });

  it('refuses a second line that says something else of the same book', async () => {
    const line = `MATH 101,Calculus I,Fall 2026,${EIGHTH},required`;
    const { refused, repeatedCount } = await importRows(
      `${HEADER},editions`,
      `${line},any`,
      `${line},any`,
      `${line},exact`,
    );
    expect(repeatedCount).toBe(1);
    expect(refused).toMatchObject([{ line: 4, reason: 'Line 2 has other editions for this book.' }]);
  });
});

it('counts accepted editions in My courses, in the filter of the course, and for the seller of several books', async () => {
  await importBook(EIGHTH, 'from:7');
  await importRows(HEADER, `MATH 101,,,9780262046305,required`);
  const { body: sold } = await list(noah, EIGHTH, ', 8th Edition', 5800);
  await noah.patch(`/api/books/${sold.id}`, { isSold: true });
  await list(maya, SEVENTH, ', 7th Edition', 900);
  await list(maya, SIXTH, ', 6th Edition', 500);
  await maya.post('/api/books', {
    isbn: '9780262046305',
    title: 'Introduction to Algorithms, 4th Edition',
    author: 'Thomas H. Cormen',
    condition: 'Good',
    price: 2000,
  });
  await noah.send('PUT', '/api/users/me/courses/MATH101');
  const mine = (await noah.get('/api/users/me/courses')).body;
  expect(mine).toMatchObject({ availableBooks: 2, totalPrice: 2900 });
  expect(mine.courses[0].books[0]).toMatchObject({
    availableCount: 1,
    lowestPrice: 900,
    acceptedEditions: [{}, { isbn: SEVENTH }],
  });
  expect(mine.sellers[0].books.map(({ isbn }: { isbn: string }) => isbn).toSorted()).toEqual([
    SEVENTH,
    '9780262046305',
  ]);
  const filtered = await noah.get(`/api/books?course=MATH101&search=${EIGHTH}`);
  expect(filtered.body.map(({ isbn }: { isbn: string }) => isbn)).toEqual([SEVENTH]);
});

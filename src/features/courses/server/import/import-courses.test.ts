import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { grantAdmin } from '#tests/support/product/grant-admin.ts';
import { TestApp, type TestClient } from '#tests/support/server/test-app.ts';

const CALCULUS = '9781285741550';
const ALGORITHMS = '9780262046305';
const ALGEBRA = '9780980232776';
const HEADER = 'code,title,term,isbn,requirement';

let app: TestApp;
let admin: TestClient;

beforeAll(async () => {
  app = await TestApp.start();
  admin = await app.signedInClient('Ruth Adler', 'ruth@northfield.example');
  await app.database.transaction((tx) => grantAdmin(tx, 'ruth@northfield.example'));
});
beforeEach(() => app.database.pool.query('TRUNCATE courses CASCADE'));
afterAll(() => app.stop());

const file = (...lines: string[]) => [HEADER, ...lines].join('\n');
const previewed = async (csv: string) => (await admin.post('/api/admin/courses/preview', { csv })).body;
const imported = async (csv: string) => (await admin.post('/api/admin/courses/import', { csv })).body;
const exported = async (): Promise<string> => (await admin.get('/api/admin/courses/export')).body.csv;
const course = async (code: string) => (await app.visitor().get(`/api/courses/${code}`)).body;
const isbnsOf = async (code: string): Promise<string[]> =>
  (await course(code)).books.map(({ isbn }: { isbn: string }) => isbn);
const earlierOf = async (code: string): Promise<[isbn: string, term: string][]> =>
  (await course(code)).earlierBooks.map(({ isbn, term }: { isbn: string; term: string }) => [isbn, term]);
const manyIsbns = async (count: number): Promise<string[]> => {
  const { rows } = await app.database.pool.query<{ isbn: string }>(
    `SELECT '978' || n || ((10 - (38 + s) % 10) % 10) AS isbn FROM (
      SELECT n, (SELECT sum(substr(n, i, 1)::int * CASE WHEN i % 2 = 1 THEN 3 ELSE 1 END) FROM generate_series(1, 9) i) AS s
      FROM (SELECT (100000000 + g)::text AS n FROM generate_series(1, $1) g) x) y`,
    [count],
  );
  return rows.map(({ isbn }) => isbn);
};
const auditCount = async () =>
  (await admin.get('/api/admin/audit')).body.filter(
    ({ action }: { action: string }) => action === 'courses-imported',
  ).length;

const fall = file(
  `MATH 101,Calculus I,Fall 2026,${CALCULUS},required`,
  `math-101,,,${ALGEBRA},recommended`,
  `CS 201,Algorithms,Fall 2026,${ALGORITHMS},required`,
);
const nothing = {
  newCount: 0,
  changedCount: 0,
  formerCount: 0,
  termChanges: [],
  refusedCount: 0,
  refused: [],
};

it('sets by one row without title and term which editions of a book count, and changes nothing else', async () => {
  await imported(fall);
  const [before, entries] = [await course('MATH101'), await auditCount()];
  const row = (requirement: string, editions: string) =>
    `${HEADER},editions\r\n"MATH 101",,,${ALGEBRA},${requirement},${editions}\r\n`;
  expect(await imported(row('recommended', 'from:3'))).toMatchObject({
    changedCount: 1,
    unchangedCount: 0,
    formerCount: 0,
    termChanges: [],
  });
  const [calculus, algebra] = before.books;
  expect(await course('MATH101')).toEqual({
    ...before,
    books: [calculus, { ...algebra, accepts: 'from:3' }],
  });
  expect(await auditCount()).toBe(entries + 1);
  const mallory = await app.signedInClient('Mallory');
  expect((await mallory.post('/api/admin/courses/import', { csv: row('recommended', 'any') })).status).toBe(
    403,
  );
});

it('previews without a change, then imports, and the same file again changes nothing', async () => {
  const report = {
    rowCount: 3,
    separator: 'comma',
    ...nothing,
    newCount: 3,
    unchangedCount: 0,
    repeatedCount: 0,
  };
  expect(await previewed(fall)).toEqual(report);
  expect((await app.visitor().get('/api/courses')).body).toEqual([]);
  expect(await imported(fall)).toEqual(report);
  const [before, entries] = [await exported(), await auditCount()];
  expect(await course('CS201')).toMatchObject({
    code: 'CS 201',
    title: 'Algorithms',
    term: 'Fall 2026',
    books: [
      {
        isbn: ALGORITHMS,
        title: 'Introduction to Algorithms',
        edition: '4th Edition',
        requirement: 'required',
      },
    ],
  });
  app.clock.advance({ days: 1 });
  expect(await imported(fall)).toEqual({ ...report, newCount: 0, unchangedCount: 3 });
  expect(await exported()).toBe(before);
  expect(await auditCount()).toBe(entries);
});

it('imports the rest of a file with refused lines, and tells these in the order of the file', async () => {
  const report = await imported(
    file(
      `MATH 101,Calculus I,Fall 2026,${CALCULUS},required`,
      `MATH 101,Calculus II,Fall 2026,${ALGEBRA},required`,
      `MATH 101,,,${CALCULUS},recommended`,
      `MATH 101,,,${CALCULUS},required`,
      `HIST 120,History,,${ALGEBRA},mandatory`,
      `BIO 110,,,${ALGEBRA},required`,
    ),
  );
  expect(report).toMatchObject({ rowCount: 6, newCount: 1, unchangedCount: 0, repeatedCount: 1 });
  expect(report.refused).toEqual([
    { line: 3, text: 'MATH 101; Calculus II', reason: "The title of this course is 'Calculus I' above." },
    { line: 4, text: `MATH 101; ${CALCULUS}`, reason: 'Line 2 has another requirement for this book.' },
    { line: 6, text: 'HIST 120; mandatory', reason: 'The requirement is neither required nor recommended.' },
    { line: 7, text: `BIO 110; ${ALGEBRA}`, reason: 'The title is missing.' },
  ]);
  expect(await isbnsOf('MATH101')).toEqual([CALCULUS]);
});

it('reports the first 200 refused lines, and counts all', async () => {
  const report = await previewed(file(...Array.from({ length: 10_000 }, () => `HIST 120,,,${ALGEBRA},`)));
  expect(report).toMatchObject({ rowCount: 10_000, newCount: 0, refusedCount: 10_000 });
  expect(report.refused.map(({ line }: { line: number }) => line)).toEqual(
    Array.from({ length: 200 }, (_, index) => index + 2),
  );
});

it('returns all refused lines as a file that can be corrected and imported', async () => {
  const lines = Array.from(
    { length: 300 },
    (_, at) => `HIST ${100 + at},"History, =part ${at}",,${ALGEBRA},`,
  );
  const csv = file(`MATH 101,Calculus I,,${CALCULUS},required`, ...lines, `MATH 101,Algebra,,,`, '"');
  const refused: string = (await admin.post('/api/admin/courses/refused', { csv })).body.csv;
  const [header, first, ...others] = refused.trimEnd().split('\r\n');
  expect(header).toBe(`line,reason,${HEADER}`);
  const reason = 'The requirement is neither required nor recommended.';
  expect(first).toBe(`3,${reason},HIST 100,"History, =part 0",,${ALGEBRA},`);
  expect(others).toHaveLength(301);
  expect(others.slice(-2)).toEqual([
    "303,The title of this course is 'Calculus I' above.,MATH 101,Algebra,,,",
    '304,A quotation mark is not closed here or below.,,,,,',
  ]);
  const corrected = refused.replaceAll(`${ALGEBRA},\r`, `${ALGEBRA},required\r`);
  expect(await imported(corrected)).toMatchObject({ newCount: 301, refusedCount: 1 });
});

it('adds to the list of a term, and keeps the books of a former term as earlier ones', async () => {
  await imported(fall);
  const more = file(
    `MATH 101,Calculus I,Fall 2026,${ALGORITHMS},required`,
    `MATH 101,,,${CALCULUS},recommended`,
  );
  expect(await imported(more)).toMatchObject({ newCount: 1, changedCount: 1, formerCount: 0 });
  expect(await isbnsOf('MATH101')).toEqual([CALCULUS, ALGEBRA, ALGORITHMS]);
  const spring = file(`MATH 101,Calculus I,Spring 2027,${ALGEBRA},required`);
  expect(await previewed(spring)).toMatchObject({
    newCount: 0,
    changedCount: 1,
    formerCount: 2,
    termChanges: [{ from: 'Fall 2026', to: 'Spring 2027', courseCount: 1 }],
  });
  await imported(spring);
  expect(await course('MATH101')).toMatchObject({ term: 'Spring 2027' });
  expect(await isbnsOf('MATH101')).toEqual([ALGEBRA]);
  expect(await earlierOf('MATH101')).toEqual([
    [CALCULUS, 'Fall 2026'],
    [ALGORITHMS, 'Fall 2026'],
  ]);
  expect((await app.visitor().get('/api/courses?search=math101')).body[0].bookCount).toBe(1);
  expect(await exported()).not.toContain(CALCULUS);
  expect(await imported(spring)).toMatchObject({ ...nothing, unchangedCount: 1 });
  expect(await isbnsOf('CS201')).toEqual([ALGORITHMS]);
});

it('takes a book of an earlier term back, and keeps the last 60 of all terms', async () => {
  const term = (name: string, isbns: string[]) =>
    file(...isbns.map((isbn) => `MATH 101,Calculus I,${name},${isbn},required`));
  const isbns = await manyIsbns(70);
  await imported(term('Fall 2025', [CALCULUS]));
  app.clock.advance({ days: 100 });
  await imported(term('Spring 2026', isbns.slice(0, 35)));
  app.clock.advance({ days: 100 });
  await imported(term('Fall 2026', isbns.slice(35)));
  expect(await earlierOf('MATH101')).toEqual([
    ...isbns.slice(0, 35).map((isbn) => [isbn, 'Spring 2026']),
    [CALCULUS, 'Fall 2025'],
  ]);
  const again = await imported(term('Fall 2026', [CALCULUS, isbns[0]!]));
  expect(again).toMatchObject({ newCount: 0, changedCount: 2, formerCount: 0 });
  expect(await isbnsOf('MATH101')).toEqual([...isbns.slice(35), CALCULUS, isbns[0]]);
  app.clock.advance({ days: 100 });
  await imported(term('Spring 2027', [ALGEBRA]));
  const earlier = await earlierOf('MATH101');
  expect(earlier).toHaveLength(60);
  expect(earlier[0]).toEqual([isbns[35], 'Fall 2026']);
  expect(earlier.at(-1)).toEqual([isbns[23], 'Spring 2026']);
});

it('exports what an import restores, with formulas made harmless', async () => {
  const risky = file(
    `MATH 101,"=HYPERLINK(""http://x"";""y"")",+1,${CALCULUS},required`,
    `MATH 101,,,${ALGEBRA},recommended`,
    `CS 201,"Algorithms, part 1",,,`,
  );
  await imported(risky);
  const csv = await exported();
  expect(csv).toBe(
    [
      `${HEADER},editions`,
      'CS 201,"Algorithms, part 1",,,,',
      `MATH 101,"'=HYPERLINK(""http://x"";""y"")",'+1,${CALCULUS},required,exact`,
      `MATH 101,"'=HYPERLINK(""http://x"";""y"")",'+1,${ALGEBRA},recommended,exact`,
      '',
    ].join('\r\n'),
  );
  expect(await previewed(csv)).toMatchObject({ ...nothing, unchangedCount: 3 });
  await app.database.pool.query('TRUNCATE courses CASCADE');
  await imported(csv);
  expect(await exported()).toBe(csv);
});

it('keeps courses with at most 60 books', async () => {
  const isbns = await manyIsbns(61);
  const report = await imported(file(...isbns.map((isbn) => `MATH 101,Calculus I,,${isbn},required`)));
  expect(report).toMatchObject({
    newCount: 60,
    refused: [{ line: 62, reason: 'A course can have at most 60 books.' }],
  });
});

it('imports a file of 10,000 rows, once where two administrators import it', async () => {
  const lines = Array.from(
    { length: 10_000 },
    (_, at) =>
      `MATH ${1000 + Math.floor(at / 2)},A rather long title of a course,Fall 2026,${at % 2 === 0 ? CALCULUS : ALGEBRA},required`,
  );
  const reports = await Promise.all([imported(file(...lines)), imported(file(...lines))]);
  expect(new Set(reports.map(({ newCount }) => newCount))).toEqual(new Set([0, 10_000]));
  expect(await isbnsOf('MATH5999')).toEqual([CALCULUS, ALGEBRA]);
});

it('refuses a file that is none, one that is too large, and everybody but administrators', async () => {
  expect((await admin.post('/api/admin/courses/preview', { csv: 'x' })).body.code).toBe('invalid-file');
  expect((await admin.post('/api/admin/courses/import', { csv: 'x'.repeat(5e6) })).status).toBe(413);
  const student = await app.signedInClient('Maya Lindgren');
  expect((await student.post('/api/admin/courses/import', { csv: fall })).status).toBe(403);
});

it('refuses a file that makes the reading lists too long, already in the preview', async () => {
  await app.database.pool.query(
    `INSERT INTO courses (code, written_code, title, updated_at)
    SELECT 'X' || n, 'X' || n, 'Many', $1 FROM generate_series(1, 49995) n`,
    [app.clock.now()],
  );
  expect(await previewed(fall)).toMatchObject({ newCount: 3 });
  const more = `${fall}\nBIO 1,Biology,,,`;
  expect(await previewed(more)).toMatchObject({ code: 'too-many-courses' });
  expect(await imported(more)).toMatchObject({ code: 'too-many-courses' });
  expect(await imported(fall)).toMatchObject({ newCount: 3 });
  expect(await previewed(fall)).toMatchObject({ unchangedCount: 3 });
});

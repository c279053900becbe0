import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { grantAdmin } from '#tests/support/product/grant-admin.ts';
import { TestApp, type TestClient } from '#tests/support/server/test-app.ts';

const [CALCULUS, SEVENTH, ALGEBRA] = ['9781119110668', '9780000000002', '9780980232776'] as const;
const HEADER = 'code,title,term,isbn,requirement';

let app: TestApp;
let admin: TestClient;
let editor: TestClient;
let maya: TestClient;

beforeAll(async () => {
  app = await TestApp.start();
  admin = await app.signedInClient('Ruth Adler', 'ruth@northfield.example');
  editor = await app.signedInClient('Cora Sedit', 'cora@northfield.example');
  maya = await app.signedInClient('Maya Lindgren', 'maya@northfield.example');
  await app.verifyEmails();
  await app.database.transaction((tx) => grantAdmin(tx, 'ruth@northfield.example'));
  await admin.send('PUT', `/api/admin/users/${editor.id}/roles`, { roles: ['course-editor'] });
});
beforeEach(async () => {
  await app.database.pool.query('TRUNCATE courses, books, work_editions CASCADE');
  await importRows(`MATH 101,Calculus I,Fall 2026,${CALCULUS},required`, `MATH 101,,,${ALGEBRA},recommended`);
});
afterAll(() => app.stop());

const importRows = async (...rows: string[]) =>
  (await admin.post('/api/admin/courses/import', { csv: [HEADER, ...rows].join('\n') })).body;
const choose = (
  client: TestClient,
  accepts: unknown,
  { code = 'MATH101', isbn = CALCULUS }: { code?: string; isbn?: string } = {},
) => client.send('PUT', `/api/admin/courses/${encodeURIComponent(code)}/books/${isbn}/accepts`, { accepts });
const course = async () => (await app.visitor().get('/api/courses/MATH101')).body;
const entries = async (): Promise<{ action: string; details: object }[]> =>
  (await admin.get('/api/admin/audit')).body;

it('sets which editions of a book count, and nothing else of the lists', async () => {
  const before = await course();
  const { status, body } = await choose(editor, 'from:3');
  expect([status, body]).toEqual([200, { accepts: 'from:3' }]);
  const [calculus, algebra] = before.books;
  expect(await course()).toEqual({ ...before, books: [{ ...calculus, accepts: 'from:3' }, algebra] });
  expect((await choose(admin, 'any', { code: 'math-101', isbn: '978-1-119-11066-8' })).status).toBe(200);
  expect((await course()).books[0].accepts).toBe('any');
});

it('is one entry of the audit log, and none where nothing changes', async () => {
  await choose(editor, 'any');
  const [entry, ...others] = await entries();
  expect(entry).toMatchObject({
    action: 'accepted-editions-changed',
    actor: { name: 'Cora Sedit' },
    details: { course: 'MATH101', isbn: CALCULUS },
  });
  await choose(editor, 'any');
  expect(await entries()).toHaveLength(others.length + 1);
});

describe('a page that was read before another editor changed the list', () => {
  it('leaves the requirement that the other has set', async () => {
    await importRows(`MATH 101,,,${CALCULUS},recommended`);
    expect((await choose(editor, 'any')).status).toBe(200);
    expect((await course()).books[0]).toMatchObject({ requirement: 'recommended', accepts: 'any' });
  });

  it('sets what its editor chooses last', async () => {
    await Promise.all([choose(admin, 'from:2'), choose(editor, 'from:4')]);
    await choose(admin, 'exact');
    await choose(editor, 'from:5');
    expect((await course()).books).toMatchObject([{ accepts: 'from:5' }, { accepts: 'exact' }]);
  });

  it('does not list a book again that a new term leaves out', async () => {
    await importRows(`MATH 101,Calculus I,Spring 2027,${ALGEBRA},required`);
    const [before, log] = [await course(), await entries()];
    expect(before.earlierBooks).toMatchObject([{ isbn: CALCULUS, accepts: 'exact' }]);
    const { status, body } = await choose(editor, 'any');
    expect([status, body.code]).toEqual([404, 'book-not-listed']);
    expect(await course()).toEqual(before);
    expect(await entries()).toEqual(log);
  });

  it('does not list a book of another course or of none', async () => {
    await importRows(`CS 201,Algorithms,,9780262046305,required`);
    for (const target of [{ code: 'CS201' }, { code: 'HIST120' }, { code: '?' }, { isbn: '9780262046305' }])
      expect((await choose(editor, 'any', target)).body.code).toBe('book-not-listed');
  });
});

it('refuses what the column of a file refuses, and people without the role', async () => {
  for (const accepts of ['', 'some', 'from:0', 'from:', 'from:100', 'from:7.5', 'from:-1', 'ANY', null, 7])
    expect([accepts, (await choose(editor, accepts)).status]).toEqual([accepts, 400]);
  expect((await choose(editor, 'any', { isbn: '9781119110669' })).status).toBe(400);
  expect((await choose(maya, 'any')).status).toBe(403);
  expect((await choose(app.visitor(), 'any')).status).toBe(401);
  expect((await course()).books[0].accepts).toBe('exact');
});

it('counts at once what is accepted now, and tells programs that the page has changed', async () => {
  const listed = async () =>
    (await app.visitor().get('/sitemap/courses-1.xml')).body.match(/MATH101<\/loc><lastmod>(.*?)</)?.[1];
  const book = { title: 'Calculus, 7th Edition', author: 'James Stewart', subject: 'Mathematics' };
  await maya.post('/api/books', { ...book, isbn: SEVENTH, condition: 'Good', price: 900 });
  await admin.post('/api/admin/works/join', { isbns: [CALCULUS, SEVENTH] });
  expect((await course()).books[0]).toMatchObject({ availableCount: 0, olderPrice: 900 });
  const found = async () => (await app.visitor().get(`/api/books?course=MATH101&search=${CALCULUS}`)).body;
  expect(await found()).toEqual([]);
  const before = await listed();
  app.clock.advance({ hours: 1 });
  await choose(editor, 'from:7');
  expect((await course()).books[0]).toMatchObject({ availableCount: 1, lowestPrice: 900 });
  expect(await found()).toMatchObject([{ isbn: SEVENTH }]);
  expect(await listed()).not.toBe(before);
  expect(await listed()).toBe(app.clock.now().toISOString());
});

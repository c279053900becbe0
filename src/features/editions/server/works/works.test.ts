import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { auditEntries } from '#features/audit/server/table.ts';
import { books } from '#features/books/server/table.ts';
import { grantAdmin } from '#tests/support/product/grant-admin.ts';
import { FakeOpenLibrary } from '#tests/support/fakes/fake-open-library.ts';
import {
  EIGHTH,
  listEdition as list,
  OTHER,
  SEVENTH,
  SIXTH,
} from '#tests/support/product/calculus-editions.ts';
import { TestApp, type TestClient } from '#tests/support/server/test-app.ts';
import { fetchedEditions, workEditions } from '../table.ts';
import { groupWorks, selectWorksToGroup } from './group-works.ts';

let app: TestApp;
let library: FakeOpenLibrary;
let maya: TestClient;
let noah: TestClient;
let mallory: TestClient;
let admin: TestClient;

beforeAll(async () => {
  library = await FakeOpenLibrary.start();
  app = await TestApp.start({ variables: { ISBN_LOOKUP: 'openlibrary', OPEN_LIBRARY_URL: library.url } });
  maya = await app.signedInClient('Maya Lindgren', 'maya@northfield.example');
  noah = await app.signedInClient('Noah Reed', 'noah@northfield.example');
  mallory = await app.signedInClient('Mallory', 'mallory@northfield.example');
  admin = await app.signedInClient('Ruth Ellery', 'ruth@northfield.example');
  await app.database.transaction((tx) => grantAdmin(tx, 'ruth@northfield.example'));
  await app.verifyEmails();
});
afterEach(async () => {
  for (const table of [books, workEditions, fetchedEditions]) await app.database.orm.delete(table);
  library.editions.clear();
  app.clock.advance({ minutes: 2 });
});
afterAll(async () => {
  await app.stop();
  await library.stop();
});

const readWork = async (isbn: string) => (await maya.get(`/api/works/${isbn}`)).body;
const isbnsOf = async (isbn: string): Promise<string[]> =>
  (await readWork(isbn)).editions.map((edition: { isbn: string }) => edition.isbn);

describe('GET /api/works/{isbn}', () => {
  it('lists the editions of a work, the newest first, with what is available', async () => {
    await list(maya, SEVENTH, 'Calculus: Early Transcendentals, 7th Edition');
    await list(noah, EIGHTH, 'Calculus Early Transcendentals (8th ed.)', { price: 5800, author: 'Stewart' });
    await list(mallory, EIGHTH, 'CALCULUS: EARLY TRANSCENDENTALS 8E', { price: 6400 });
    await list(noah, SIXTH, 'Calculus Early Transcendentals', { price: 500, author: 'Stewart, James' });
    await list(noah, OTHER, 'Student Solutions Manual for Calculus: Early Transcendentals, 8th Edition');
    const work = {
      title: expect.stringMatching(/^calculus:? early transcendentals$/i),
      author: expect.stringContaining('Stewart'),
      editions: [
        { isbn: EIGHTH, edition: '8th Edition', publishedYear: null, availableCount: 2, lowestPrice: 5800 },
        { isbn: SEVENTH, edition: '7th Edition', publishedYear: null, availableCount: 1, lowestPrice: 900 },
        { isbn: SIXTH, edition: null, publishedYear: null, availableCount: 1, lowestPrice: 500 },
      ],
    };
    for (const isbn of [SEVENTH, EIGHTH, '978-1-119-11066-8']) expect(await readWork(isbn)).toEqual(work);
  });

  it('knows editions of the catalog that nobody lists', async () => {
    await list(maya, '9780262033848', 'Introduction to Algorithms');
    expect(await readWork('9780262046305')).toMatchObject({
      title: 'Introduction to Algorithms',
      editions: [
        { isbn: '9780262046305', edition: '4th Edition', availableCount: 0, lowestPrice: null },
        { isbn: '9780262033848', edition: '3rd Edition', availableCount: 1 },
      ],
    });
  });

  it('knows no other ISBNs, and refuses what is none', async () => {
    expect(await maya.get(`/api/works/${OTHER}`)).toMatchObject({
      status: 404,
      body: { code: 'edition-not-found' },
    });
    expect((await maya.get('/api/works/9781119110669')).status).toBe(400);
    expect((await app.visitor().get('/api/works/9780262046305')).status).toBe(200);
  });
});

it('follows what a seller writes, and a deletion', async () => {
  await list(maya, SEVENTH, 'Calculus, 7th Edition');
  const { body } = await list(noah, EIGHTH, 'Chemistry');
  expect(await isbnsOf(EIGHTH)).toEqual([EIGHTH]);
  await noah.patch(`/api/books/${body.id}`, { title: 'Calculus, 8th Edition' });
  expect(await isbnsOf(SEVENTH)).toEqual([EIGHTH, SEVENTH]);
  await noah.patch(`/api/books/${body.id}`, { isbn: SIXTH });
  expect(await isbnsOf(SEVENTH)).toEqual([SIXTH, SEVENTH]);
  await noah.patch(`/api/books/${body.id}`, { title: 'Chemistry' });
  expect(await isbnsOf(SEVENTH)).toEqual([SEVENTH]);
});

it('joins what an edition between shows to be one work', async () => {
  await list(maya, SEVENTH, 'Cell Biology, 7th Edition', { author: 'Jane Reece' });
  await list(maya, SIXTH, 'Cell Biology, 11th Edition', { author: 'Lisa Urry' });
  expect(await isbnsOf(SIXTH)).toEqual([SIXTH]);
  await list(noah, EIGHTH, 'Cell Biology, 10th Edition', { author: 'Jane Reece, Lisa Urry' });
  expect(await isbnsOf(SIXTH)).toEqual([SIXTH, EIGHTH, SEVENTH]);
});

describe('a seller', () => {
  it('joins no ISBNs that others describe in another way', async () => {
    await list(maya, SEVENTH, 'Chemistry');
    await list(noah, EIGHTH, 'Physics');
    for (const isbn of [SEVENTH, EIGHTH])
      for (let copy = 0; copy < 3; copy++) await list(mallory, isbn, 'Calculus');
    expect(await isbnsOf(SEVENTH)).toEqual([SEVENTH]);
    expect(await isbnsOf(EIGHTH)).toEqual([EIGHTH]);
  });

  it('counts once with all accounts of a mailbox, and not at all without a verified email beside others', async () => {
    await list(maya, SEVENTH, 'Calculus, 7th Edition');
    await list(noah, SEVENTH, 'Calculus');
    await list(maya, EIGHTH, 'Calculus, 8th Edition');
    expect(await isbnsOf(SEVENTH)).toEqual([EIGHTH, SEVENTH]);
    for (const email of ['mallory+1@northfield.example', 'mallory+2@northfield.example'])
      await list(await app.signedInClient('Mal Lory', email), SEVENTH, 'Chemistry');
    await list(mallory, SEVENTH, 'Chemistry');
    expect(await isbnsOf(SEVENTH)).toEqual([EIGHTH, SEVENTH]);
  });
});

describe('Open Library', () => {
  const record = (isbn: string, work: string) => ({
    title: isbn === SIXTH ? 'Analysis' : 'Calculus: A Record',
    authors: [{ name: 'James Stewart' }],
    isbn_13: [isbn],
    works: [{ key: `/works/${work}` }],
  });

  it('decides before the text, when it is asked before the listing and after it', async () => {
    library.editions.set(EIGHTH, record(EIGHTH, 'OL1W'));
    library.editions.set(SEVENTH, record(SEVENTH, 'OL1W'));
    library.editions.set(SIXTH, record(SIXTH, 'OL2W'));
    await maya.get(`/api/editions/${EIGHTH}`);
    await list(maya, EIGHTH, 'Calculus');
    await list(noah, SEVENTH, 'Something else');
    await list(noah, SIXTH, 'Calculus');
    expect(await isbnsOf(EIGHTH)).toEqual(expect.arrayContaining([EIGHTH]));
    app.clock.advance({ seconds: 2 });
    await maya.get(`/api/editions/${SEVENTH}`);
    app.clock.advance({ seconds: 2 });
    await maya.get(`/api/editions/${SIXTH}`);
    expect(new Set(await isbnsOf(EIGHTH))).toEqual(new Set([EIGHTH, SEVENTH]));
    expect(await isbnsOf(SIXTH)).toEqual([SIXTH]);
    // A work that the library names takes what the text alone joins with it.
    await list(noah, OTHER, 'Analysis, 3rd Edition');
    expect(new Set(await isbnsOf(SIXTH))).toEqual(new Set([SIXTH, OTHER]));
  });
});

describe('staff', () => {
  const join = (...isbns: string[]) => admin.post('/api/admin/works/join', { isbns });
  const split = (isbn: string) => admin.post('/api/admin/works/split', { isbn });
  const logged = async () =>
    (await app.database.orm.select().from(auditEntries).where(eq(auditEntries.actorId, admin.id))).map(
      ({ action }) => action,
    );

  it('joins two works, which no rule takes apart, and a new edition follows', async () => {
    await list(maya, SEVENTH, 'Calculus, 7th Edition');
    const { body } = await list(noah, EIGHTH, 'Stewart Kalkulus, 8th Edition');
    expect((await join(SEVENTH, EIGHTH)).body.editions).toMatchObject([{ isbn: EIGHTH }, { isbn: SEVENTH }]);
    await noah.patch(`/api/books/${body.id}`, { title: 'Chemistry' });
    await list(noah, SIXTH, 'Calculus, 6th Edition');
    expect(new Set(await isbnsOf(SEVENTH))).toEqual(new Set([EIGHTH, SEVENTH, SIXTH]));
    expect(await logged()).toContain('works-joined');
  });

  it('splits an ISBN off, which no rule joins again', async () => {
    await list(maya, SEVENTH, 'Calculus, 7th Edition');
    await list(noah, EIGHTH, 'Calculus, 8th Edition');
    expect((await split(EIGHTH)).body.editions).toMatchObject([{ isbn: EIGHTH }]);
    await list(maya, EIGHTH, 'Calculus, 8th Edition');
    await list(noah, SIXTH, 'Calculus, 6th Edition');
    expect(await isbnsOf(SIXTH)).toEqual([SEVENTH, SIXTH]);
    await app.database.orm.update(workEditions).set({ recognitionVersion: 0 });
    await groupWorks(app.app.context, 2);
    expect(await isbnsOf(EIGHTH)).toEqual([EIGHTH]);
    expect(await isbnsOf(SIXTH)).toEqual([SEVENTH, SIXTH]);
    expect(await split(EIGHTH)).toMatchObject({ status: 409, body: { code: 'cannot-split-edition' } });
    expect(await logged()).toContain('edition-split');
  });

  it('finds works by a title and an ISBN, and refuses an unknown ISBN', async () => {
    await list(maya, SEVENTH, 'Calculus, 7th Edition');
    await list(noah, EIGHTH, 'Calculus, 8th Edition');
    const found = {
      title: 'Calculus',
      author: 'James Stewart',
      joinedBy: 'title',
      editions: [
        { isbn: EIGHTH, title: 'Calculus', edition: '8th Edition', publishedYear: null, listingCount: 1 },
        { isbn: SEVENTH, title: 'Calculus', edition: '7th Edition', publishedYear: null, listingCount: 1 },
      ],
    };
    for (const search of ['calc', SEVENTH, 'STEWART calculus', ''])
      expect((await admin.get(`/api/admin/works?search=${search}`)).body).toEqual([found]);
    expect((await admin.get('/api/admin/works?search=physics')).body).toEqual([]);
    expect((await join(SEVENTH, OTHER)).status).toBe(404);
    expect((await split(OTHER)).status).toBe(404);
    expect((await maya.post('/api/admin/works/split', { isbn: EIGHTH })).status).toBe(403);
  });
});

it('groups the listings of before in steps, and again with a better version', async () => {
  await list(maya, SEVENTH, 'Calculus, 7th Edition');
  await list(noah, EIGHTH, 'Calculus, 8th Edition');
  await list(noah, SIXTH, 'Calculus, 6th Edition');
  await app.database.orm.delete(workEditions);
  await app.database.orm.update(books).set({ workKeys: null, editionNumber: null, recognitionVersion: null });
  await app.app.context.jobs.runNow('group-works');
  expect(await isbnsOf(SIXTH)).toEqual([EIGHTH, SEVENTH, SIXTH]);
  await app.database.orm.update(workEditions).set({ recognitionVersion: 0, workId: 'nonsense' });
  await groupWorks(app.app.context, 1);
  expect(await isbnsOf(SIXTH)).toEqual([EIGHTH, SEVENTH, SIXTH]);
});

it('reads all responses of libraries again, and is due while one is old', async () => {
  const fetchedAt = app.clock.now();
  await app.database.orm
    .insert(fetchedEditions)
    .values(
      [EIGHTH, SEVENTH, SIXTH].map((isbn) => ({ isbn, source: 'openlibrary', title: 'Calculus', fetchedAt })),
    );
  const due = async () => (await app.database.orm.execute(selectWorksToGroup())).rowCount;
  expect(await due()).toBe(1);
  await groupWorks(app.app.context, 2);
  const rows = await app.database.orm.select().from(fetchedEditions);
  expect(rows.filter(({ recognitionVersion }) => recognitionVersion === null)).toEqual([]);
  expect(await due()).toBe(0);
  expect(await app.database.orm.select().from(workEditions)).toEqual([]);
});

it('shows listings of other editions: those of the nearest number first', async () => {
  await list(maya, EIGHTH, 'Calculus, 8th Edition');
  await list(noah, SIXTH, 'Calculus, 6th Edition', { price: 100 });
  await list(noah, SEVENTH, 'Calculus, 7th Edition', { price: 900 });
  await list(maya, SEVENTH, 'Calculus, 7th Edition', { price: 800 });
  await list(noah, OTHER, 'Calculus', { price: 50 });
  const { body } = await maya.get(`/api/works/${EIGHTH}/other-listings`);
  expect(body.count).toBe(4);
  expect(body.listings).toMatchObject([
    { isbn: SEVENTH, edition: '7th Edition', price: 800, sellerName: 'Maya Lindgren' },
    { isbn: SEVENTH, edition: '7th Edition', price: 900 },
    { isbn: SIXTH, edition: '6th Edition', price: 100 },
  ]);
});

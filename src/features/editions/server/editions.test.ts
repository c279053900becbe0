import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FakeOpenLibrary } from '#tests/support/fakes/fake-open-library.ts';
import { TestApp, type TestClient } from '#tests/support/server/test-app.ts';
import { books } from '#features/books/server/table.ts';
import { deleteOldEditions } from './remote/remote-lookup.ts';
import { fetchedEditions } from './table.ts';

const UNKNOWN_HERE = '9781119110668';
const CATALOG_NOVEL = '9780439023481';
const CATALOG_TEXTBOOK = '9780262046305';

const organicChemistry = {
  title: 'Organic chemistry as a second language',
  subtitle: 'first semester topics',
  authors: [{ key: '/authors/OL1A', name: 'David R. Klein' }],
  publishers: ['Wiley', 'Another'],
  publish_date: 'June 2011',
  edition_name: '3rd ed.',
  isbn_13: ['978-1-119-11066-8'],
  subjects: ['Organic Chemistry'],
  covers: [-1],
};

let app: TestApp;
let library: FakeOpenLibrary;
let reader: TestClient;

beforeAll(async () => {
  library = await FakeOpenLibrary.start();
  app = await TestApp.start({
    variables: {
      ISBN_LOOKUP: 'openlibrary',
      OPEN_LIBRARY_URL: library.url,
      ADMIN_EMAILS: 'ruth@northfield.example',
    },
  });
  reader = await app.signedInClient('Robin Reader', 'robin@northfield.example');
});
beforeEach(() => library.editions.set(UNKNOWN_HERE, organicChemistry));
afterEach(async () => {
  library.misbehave = null;
  library.before = () => Promise.resolve();
  library.requests.length = 0;
  library.editions.clear();
  await app.database.orm.delete(fetchedEditions);
  await app.database.orm.delete(books);
  app.clock.advance({ minutes: 2 });
});
afterAll(async () => {
  await app.stop();
  await library.stop();
});

const look = (isbn: string) => reader.get(`/api/editions/${isbn}`);

describe('the shipped catalog', () => {
  it('knows a textbook with its edition and subject', async () => {
    expect((await look('978-0-262-04630-5')).body).toEqual({
      isbn: CATALOG_TEXTBOOK,
      title: 'Introduction to Algorithms',
      author: 'Thomas H. Cormen, Charles E. Leiserson, Ronald L. Rivest, Clifford Stein',
      edition: '4th Edition',
      publisher: null,
      publishedYear: null,
      subject: 'Computer Science',
      source: 'catalogue',
    });
    expect(library.requests).toEqual([]);
  });

  it('knows a novel without its series and without the year of the work, also by its ISBN-10', async () => {
    const { body } = await look('0439023483');
    expect(body).toMatchObject({ isbn: CATALOG_NOVEL, title: 'The Hunger Games', publishedYear: null });
  });
});

describe('what sellers here wrote', () => {
  const listing = { author: 'David R. Klein', subject: 'Science', condition: 'Good', price: 2200 };
  const list = (seller: TestClient, title: string, more: object = {}) =>
    seller.post('/api/books', { ...listing, isbn: UNKNOWN_HERE, title, ...more });

  it('counts when two sellers agree, and leads', async () => {
    const other = await app.signedInClient('Olga Other', 'olga@northfield.example');
    await list(reader, 'Organic Chemistry as a Second Language, 3rd Edition');
    await list(reader, 'Organic Chemistry as a Second Language, 3rd Edition', { price: 1 });
    expect((await look(UNKNOWN_HERE)).body.source).toBe('openlibrary');
    // The newest spelling counts.
    app.clock.advance({ seconds: 1 });
    await list(other, 'Organic chemistry as a second language., 3rd Edition', { author: 'Klein' });
    // Any number of unverified accounts agree on anything.
    expect((await look(UNKNOWN_HERE)).body.source).toBe('openlibrary');
    await app.verifyEmails();
    expect((await look(UNKNOWN_HERE)).body).toMatchObject({
      source: 'campus',
      title: 'Organic chemistry as a second language.',
      edition: '3rd Edition',
      author: null,
      subject: 'Science',
    });
  });

  it('counts when one seller has listed many more since', async () => {
    const others = await Promise.all(['Una', 'Ugo'].map((name) => app.signedInClient(name)));
    for (const other of others) await list(other, 'Agreed title');
    await app.verifyEmails();
    app.clock.advance({ seconds: 1 });
    const { body } = await list(reader, 'Many copies');
    const [copy] = await app.database.orm.select().from(books).where(eq(books.id, body.id));
    const copies = Array.from({ length: 60 }, () => ({ ...copy!, id: crypto.randomUUID() }));
    await app.database.orm.insert(books).values(copies);
    expect((await look(UNKNOWN_HERE)).body).toMatchObject({ source: 'campus', title: 'Agreed title' });
  });

  it('does not count once it is deleted', async () => {
    const third = await app.signedInClient('Theo Third', 'theo@northfield.example');
    await list(third, 'A joke');
    const { body } = await list(reader, 'A joke');
    await app.verifyEmails();
    expect((await look(UNKNOWN_HERE)).body.title).toBe('A joke');
    await reader.delete(`/api/books/${body.id}`);
    expect((await look(UNKNOWN_HERE)).body.source).toBe('openlibrary');
  });
});

describe('Open Library', () => {
  it('is asked with a contact, and its answer is cleaned and kept for 90 days', async () => {
    const known = {
      isbn: UNKNOWN_HERE,
      title: 'Organic chemistry as a second language: first semester topics',
      author: 'David R. Klein',
      edition: '3rd Edition',
      publisher: 'Wiley',
      publishedYear: 2011,
      subject: 'Science',
      source: 'openlibrary',
    };
    expect((await look(UNKNOWN_HERE)).body).toEqual(known);
    app.clock.advance({ days: 89 });
    expect((await look(UNKNOWN_HERE)).body).toEqual(known);
    expect(library.requests).toEqual([
      { isbns: [UNKNOWN_HERE], userAgent: 'BookSwap (ruth@northfield.example)' },
    ]);
    app.clock.advance({ days: 2 });
    await look(UNKNOWN_HERE);
    expect(library.requests).toHaveLength(2);
  });

  it('is asked again about an unknown ISBN after a day', async () => {
    library.editions.clear();
    expect((await look(UNKNOWN_HERE)).body).toMatchObject({
      code: 'edition-not-found',
    });
    app.clock.advance({ hours: 23 });
    expect((await look(UNKNOWN_HERE)).status).toBe(404);
    expect(library.requests).toHaveLength(1);
    library.editions.set(UNKNOWN_HERE, organicChemistry);
    app.clock.advance({ hours: 2 });
    expect((await look(UNKNOWN_HERE)).status).toBe(200);
  });

  it('is asked once for simultaneous questions', async () => {
    const { promise: both, resolve } = Promise.withResolvers<void>();
    library.before = () => both;
    const asked = [look(UNKNOWN_HERE), look(UNKNOWN_HERE)];
    await expect.poll(() => library.requests.length).toBe(1);
    resolve();
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200]);
    expect(library.requests).toHaveLength(1);
  });

  it.each([
    ['an error', (response) => response.writeHead(500).end()],
    ['too many requests', (response) => response.writeHead(429, { 'retry-after': '1' }).end()],
    ['broken JSON', (response) => response.end('{"ISBN:978')],
    ['another shape', (response) => response.end('[1, 2]')],
    ['a redirect', (response) => response.writeHead(302, { location: '/elsewhere' }).end()],
    ['an endless answer', (response) => response.end(Buffer.alloc(300_000, ' '))],
    ['nothing in time', () => {}],
  ] satisfies [string, NonNullable<FakeOpenLibrary['misbehave']>][])(
    'knows nothing for now when it sends %s, and is left alone after three failures',
    async (_, misbehave) => {
      library.misbehave = misbehave;
      const isbns = [UNKNOWN_HERE, '9780000000002', '9780000000019', '9780000000026'];
      const answers = [];
      for (const isbn of isbns) answers.push((await look(isbn)).status);
      expect(answers).toEqual([503, 503, 503, 503]);
      expect((await look(UNKNOWN_HERE)).headers.get('retry-after')).toBe('60');
      expect(library.requests).toHaveLength(3);
      library.misbehave = null;
      app.clock.advance({ seconds: 61 });
      expect((await look(UNKNOWN_HERE)).status).toBe(200);
    },
  );

  it('is not asked faster than it allows', async () => {
    library.editions.clear();
    const isbns = ['9780000000002', '9780000000019', '9780000000026', '9780000000033', '9780000000040'];
    const statuses = [];
    for (const isbn of isbns) statuses.push((await look(isbn)).status);
    expect(statuses).toEqual([404, 404, 404, 503, 503]);
    expect((await look(isbns[4]!)).headers.get('retry-after')).toBe('1');
    expect(library.requests).toHaveLength(3);
    app.clock.advance({ seconds: 1 });
    await look(isbns[4]!);
    expect(library.requests).toHaveLength(4);
  });

  it('is not believed when the record is of another ISBN, or its text is unusable', async () => {
    library.editions.set(UNKNOWN_HERE, { ...organicChemistry, isbn_13: [CATALOG_NOVEL] });
    expect((await look(UNKNOWN_HERE)).status).toBe(404);
    library.editions.set('9780000000002', {
      title: 'Long '.repeat(100),
      authors: [{ name: 'Evil \u202egnp.exe' }],
      publishers: 'not a list',
      publish_date: 17,
    });
    const { body } = await look('9780000000002');
    expect(body).toMatchObject({ author: null, publisher: null, publishedYear: null, subject: null });
    expect(body.title.length).toBeLessThanOrEqual(200);
  });
});

it('takes a record without a title for an unknown ISBN, not for a failure of the library', async () => {
  const isbns = ['9780000000002', '9780000000019', '9780000000026'];
  for (const isbn of isbns) library.editions.set(isbn, { isbn_13: [] });
  for (const isbn of isbns) expect((await look(isbn)).status).toBe(404);
  app.clock.advance({ seconds: 2 });
  expect((await look(UNKNOWN_HERE)).status).toBe(200);
});

it('refuses an invalid ISBN, and asks nobody', async () => {
  expect((await look('9781119110669')).status).toBe(400);
  expect((await look('abc')).status).toBe(400);
  expect(library.requests).toEqual([]);
});

it('limits the lookups of a user', async () => {
  const eager = await app.signedInClient('Eager Reader', 'eager@northfield.example');
  const statuses = new Set<number>();
  for (let i = 0; i < 301; i++) statuses.add((await eager.get(`/api/editions/${CATALOG_NOVEL}`)).status);
  expect([...statuses]).toEqual([200, 429]);
});

it('deletes answers that are too old', async () => {
  await look(UNKNOWN_HERE);
  await look('9780000000002');
  const kept = () => app.database.orm.select({ isbn: fetchedEditions.isbn }).from(fetchedEditions);
  app.clock.advance({ days: 2 });
  await deleteOldEditions(app.app.context);
  expect(await kept()).toEqual([{ isbn: UNKNOWN_HERE }]);
  app.clock.advance({ days: 90 });
  await deleteOldEditions(app.app.context);
  expect(await kept()).toEqual([]);
});

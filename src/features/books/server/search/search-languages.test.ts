import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldText } from '#platform/shared/letters/fold-text.ts';
import { TestApp, type TestClient } from '#tests/support/server/test-app.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/server/test-database.ts';
import { algorithms, useClearedTestWorld } from '#tests/support/server/test-world.ts';

const world = useClearedTestWorld({ variables: { CAMPUS_LANGUAGES: 'es,en,de,ar' } });
const query = async (text: string, values: unknown[] = []) =>
  (await world.app.database.pool.query(text, values)).rows;
const find = (search: string) => world.listTitles(`?search=${encodeURIComponent(search)}`);
const list = (title: string, more: object = {}) =>
  world.createBook({ title, isbn: null, subject: 'History', ...more });

describe('texts are folded', () => {
  /** Unicode of PostgreSQL 15 lacks some supplementary letters. */
  const anyOldLetters = fc
    .string({ unit: 'grapheme', maxLength: 3 })
    .map((text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, ''));
  const letters = fc.oneof(
    anyOldLetters,
    ...[
      [0x20, 0x24f],
      [0x300, 0x37f],
      [0x384, 0x4ff],
      [0x591, 0x6ff],
      [0x900, 0x97f],
      [0x2010, 0x2060],
      [0xfb00, 0xfb4f],
      [0xfe70, 0xfefc],
      [0xff01, 0xff5e],
    ].map(([min, max]) => fc.integer({ min: min!, max: max! }).map((code) => String.fromCodePoint(code))),
  );

  it('in the database as in the product', async () => {
    const texts = fc.array(
      fc.array(letters, { maxLength: 12 }).map((parts) => parts.join('').replaceAll('\0', '')),
      { minLength: 50, maxLength: 100 },
    );
    await fc.assert(
      fc.asyncProperty(texts, async (given) => {
        const rows = await query(
          `SELECT search_text_2(text) AS folded FROM unnest($1::text[]) WITH ORDINALITY AS given(text, at) ORDER BY at`,
          [given],
        );
        expect(rows.map(({ folded }) => folded)).toEqual(given.map(foldText));
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ['Cálculo diferencial', 'calculo diferencial'],
    ['Calculo diferencial', 'cálculo'],
    ['Die Straße der Ölsardinen', 'strasse olsardinen'],
    ['Grosse Strassen', 'große'],
    ['كِتَابُ الطَّبِيخ', 'كتاب الطبيخ'],
    ['أصول الفقه', 'اصول الفقه'],
    ['مقدمة إلى الجبر', 'مقدمه الي'],
    ['الجبر ٢', 'الجبر 2'],
    ['Algebra 2', 'algebra ٢'],
    ['סֵפֶר הַיָּשָׁר', 'ספר הישר'],
    ['کتابداری', 'كتابداري'],
  ])('%j is found by %j', async (title, search) => {
    await list(title);
    expect(await find(search)).toEqual([title]);
  });

  it('in an ISBN', async () => {
    await world.createBook();
    expect(await find('٩٧٨-٠-٢٦٢-٠٤٦٣٠-٥')).toEqual([algorithms.title]);
  });
});

describe('stems', () => {
  it.each([
    ['Introducción a la economía', 'introducciones'],
    ['Bücher der Natur', 'buch naturen'],
    ['Study Skills', 'studying'],
    ['الكتاب الأخضر', 'كتاب'],
    ['كتاب الرياضيات', 'رياضيات'],
    ['مدرسة', 'المدرسة'],
    ['علم والكيمياء', 'الكيمياء'],
    ['بالعربية', 'عَرَبِيَّة'],
  ])('%j is found by %j', async (title, search) => {
    await list(title);
    await list('Zzz');
    expect(await find(search)).toEqual([title]);
  });

  it('rank below the word itself, in title and author', async () => {
    await list('Libro de cocina');
    await list('Libros de cocina');
    await list('Cocina', { author: 'Ana Libros' });
    for (let count = 0; count < 3; count += 1) await list('Libro, librito, libro');
    expect((await find('libros')).slice(0, 2)).toEqual(['Libros de cocina', 'Cocina']);
    expect((await find('libros cocina'))[0]).toBe('Libros de cocina');
  });

  it('are no words: neither corrections, nor what is wanted', async () => {
    const { id } = await list('Introducción');
    const terms = async () =>
      (await query('SELECT term FROM search_terms ORDER BY term')).map(({ term }) => term);
    const words = ['cormen', 'historia', 'history', 'introduccion'];
    expect(await terms()).toEqual(expect.arrayContaining(words));
    expect((await terms()).filter((term) => term.startsWith('='))).toEqual([]);
    await world.app.app.context.jobs.runNow('recount-search-terms');
    expect((await terms()).filter((term) => term.startsWith('='))).toEqual([]);
    await world.seller.delete(`/api/books/${id}`);
    expect(await terms()).toEqual([]);
  });
});

describe('subjects', () => {
  it.each([
    ['Mathematics', 'matemáticas'],
    ['Mathematics', 'matematicas'],
    ['Mathematics', 'mathematik'],
    ['Mathematics', 'الرياضيات'],
    ['Mathematics', 'mathematics'],
    ['Computer Science', 'informatik'],
  ])('%j is found by %j', async (subject, search) => {
    await list('A book', { subject });
    await list('Another book', { subject: 'Horror' });
    expect(await find(search)).toEqual(['A book']);
  });
});

it('a saved wish is matched in any spelling', async () => {
  expect((await world.buyer.post('/api/wanted', { words: 'كِتابُ الجَبر' })).status).toBe(201);
  await list('كتاب الجبر');
  await world.app.app.context.jobs.runNow('match-available-book');
  expect((await world.buyer.get('/api/wanted/unseen')).body.unseen).toBe(1);
});

it('what a process of the version before writes is found', async () => {
  const { id } = await list('Libros de cocina');
  await query(
    `INSERT INTO books (id, seller_id, title, author, condition, price, created_at, updated_at)
     SELECT gen_random_uuid(), seller_id, 'Jardines', 'x', 'Good', 1, created_at, updated_at FROM books`,
  );
  expect(await find('jardín')).toEqual(['Jardines']);
  await query(`UPDATE books SET title = 'Bosques' WHERE id = $1`, [id]);
  world.clearCachedBooks();
  expect([await find('bosque'), await find('libro')]).toEqual([['Bosques'], []]);
});

describe('a market that', () => {
  let database: TestDatabase;
  const apps: TestApp[] = [];
  let seller: TestClient;
  beforeAll(async () => {
    database = await createTestDatabase({ own: true });
  });
  afterAll(async () => {
    for (const app of apps) await app.stop();
    await database.close();
  });

  const start = async (languages: string) => {
    const app = await TestApp.start({ database, variables: { CAMPUS_LANGUAGES: languages } });
    apps.push(app);
    return app;
  };
  const titles = async (app: TestApp, search: string): Promise<string[]> =>
    (await app.visitor().get(`/api/books?search=${encodeURIComponent(search)}`)).body.map(
      ({ title }: { title: string }) => title,
    );
  const stems = async () =>
    (
      await database.pool.query<{ stem: string }>(
        `SELECT DISTINCT lexeme AS stem FROM books, unnest(search) WHERE positions IS NULL ORDER BY lexeme`,
      )
    ).rows.map(({ stem }) => stem);
  const jobs = async () =>
    (await database.pool.query(`SELECT FROM pgboss.job WHERE name = 'refresh-book-search'`)).rowCount;

  it('speaks English alone has no stems, and nothing to write', async () => {
    const app = await start('en');
    seller = await app.signedInClient('Sam');
    for (const title of ['Studies of Verses', 'Libros', 'الكتاب'])
      expect((await seller.post('/api/books', { ...algorithms, isbn: null, title })).status).toBe(201);
    expect(await stems()).toEqual([]);
    expect(await jobs()).toBe(0);
    expect(await titles(app, 'kitchen studying')).toEqual([]);
  });

  it('speaks another language later finds what was listed before', async () => {
    const app = await start('es,ar');
    await app.app.context.jobs.runNow('refresh-book-search');
    expect(await stems()).toEqual(expect.arrayContaining(['=libr', '=كتاب']));
    expect([await titles(app, 'libro'), await titles(app, 'كتاب')]).toEqual([['Libros'], ['الكتاب']]);
    expect(await titles(app, 'informática')).toHaveLength(3);
    const same = await start('es,ar');
    expect(await titles(same, 'libro')).toEqual(['Libros']);
    expect(await jobs()).toBe(1);
  });

  it('speaks it no longer forgets its stems', async () => {
    const app = await start('en');
    await app.app.context.jobs.runNow('refresh-book-search');
    expect(await stems()).toEqual([]);
  });
});

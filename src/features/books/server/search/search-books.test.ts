import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { useClearedTestWorld } from '#tests/support/server/test-world.ts';

const world = useClearedTestWorld();

describe('search', () => {
  beforeEach(async () => {
    await world.createBook();
    await world.createBook({
      title: 'Organic Chemistry',
      author: 'Paula Yurkanis Bruice',
      isbn: null,
      subject: 'Science',
    });
    await world.createBook({
      title: 'Cien años de soledad',
      author: 'Gabriel García Márquez',
      isbn: null,
      subject: 'Fiction',
    });
    await world.createBook({ title: 'Hawaiʻi: A History', isbn: null });
    await world.createBook({
      title: 'UNIX in a Nutshell',
      author: "Arnold Robbins, O'Reilly",
      isbn: null,
      subject: 'Science',
    });
  });

  it.each([
    ['the beginning of a word', 'organ', 'Organic Chemistry'],
    ['words of title and author', 'chemistry bruice', 'Organic Chemistry'],
    ['an author without accents', 'garcia marquez', 'Cien años de soledad'],
    ['accents that are not there', 'órgánic', 'Organic Chemistry'],
    ['capitals', 'ORGANIC CHEMISTRY', 'Organic Chemistry'],
    ['an apostrophe left out', 'oreilly', 'UNIX in a Nutshell'],
    ['a letter missing', 'algoritms', 'Introduction to Algorithms, 4th Edition'],
    ['a letter too many', 'chemisttry', 'Organic Chemistry'],
    ['two neighbors swapped', 'ogranic', 'Organic Chemistry'],
    ['two errors in a long word', 'algoritsms', 'Introduction to Algorithms, 4th Edition'],
    ['a misspelt beginning', 'algoriht', 'Introduction to Algorithms, 4th Edition'],
    ['a hyphenated ISBN-13', '978-0-262-04630-5', 'Introduction to Algorithms, 4th Edition'],
    ['the ISBN-10 of its ISBN-13', '0-262-04630-X', 'Introduction to Algorithms, 4th Edition'],
    ['the beginning of its ISBN', '978-0262', 'Introduction to Algorithms, 4th Edition'],
    ['a subject', 'fiction', 'Cien años de soledad'],
    ['letters that have another plain form', 'hawaiʻi', 'Hawaiʻi: A History'],
    ['one word right and one that nothing holds', 'organic zebra', 'Organic Chemistry'],
    ['one long word misspelt and one that nothing holds', 'chemisttry zebra', 'Organic Chemistry'],
  ])('finds by %s', async (_what, search, title) => {
    expect((await world.listTitles(`?search=${encodeURIComponent(search)}`))[0]).toBe(title);
  });

  it('says that the results match some of the words if none matches all', async () => {
    const isNear = async (query: string) =>
      (await world.app.visitor().get(`/api/books?${query}`)).headers.get('x-near-matches');
    for (const cached of [false, true])
      expect([cached, await isNear('search=organic%20zebra')]).toEqual([cached, '1']);
    for (const query of ['search=organic', 'search=organic%20chemistry', 'search=zebra%20lion', 'limit=5'])
      expect([query, await isNear(query)]).toEqual([query, null]);
  });

  it.each([
    // 'poter' alone is as near to Peter as to Potter.
    'hary poter',
    'harry potter',
    'hary poter stone',
  ])('finds nothing by %j rather than what is near to one of its words', async (search) => {
    await world.createBook({ title: 'Design Patterns', author: 'Peter Norvig', isbn: null });
    expect(await world.listTitles(`?search=${encodeURIComponent(search)}`)).toEqual([]);
  });

  it.each(['hary poter', 'harry poter', 'hary potter'])(
    'finds by %j, two words of which one or both are misspelt',
    async (search) => {
      await world.createBook({ title: 'Design Patterns', author: 'Peter Norvig', isbn: null });
      // The beginning of another word is no word.
      await world.createBook({ title: 'Haryana', author: 'A. Singh', isbn: null });
      await world.createBook({ title: 'Harry Potter', author: 'J. K. Rowling', isbn: null });
      expect(await world.listTitles(`?search=${encodeURIComponent(search)}`)).toEqual(['Harry Potter']);
    },
  );

  it.each([
    "'",
    '"',
    '&|!()',
    ':*',
    '\\',
    '%',
    '  ',
    '½',
    "x' | 'y",
    'Hawaiʻi',
    'компʼютер',
    'x'.repeat(200),
  ])('is not broken by %j', async (search) => {
    expect((await world.app.visitor().get(`/api/books?search=${encodeURIComponent(search)}`)).status).toBe(
      200,
    );
  });

  it('is not broken by any letter there is', async () => {
    const letters = fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }), {
      minLength: 1,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(letters, async (words) => {
        const search = encodeURIComponent(words.join(' ').replaceAll('\u0000', ''));
        expect((await world.app.visitor().get(`/api/books?search=${search}`)).status).toBe(200);
      }),
      { numRuns: 60 },
    );
  });

  it('corrects to the words of active listings only', async () => {
    const { id } = await world.createBook({ title: 'Chemistyr', isbn: null });
    expect(await world.listTitles('?search=chemistyr')).toEqual(['Chemistyr']);
    await world.seller.patch(`/api/books/${id}`, { isSold: true });
    expect(await world.listTitles('?search=chemistyr')).toEqual(['Organic Chemistry']);
    await world.seller.patch(`/api/books/${id}`, { isSold: false });
    expect(await world.listTitles('?search=chemistyr')).toEqual(['Chemistyr']);
    await world.seller.delete(`/api/books/${id}`);
    expect(await world.listTitles('?search=chemistyr')).toEqual(['Organic Chemistry']);
    await world.seller.post(`/api/books/${id}/restore`);
    expect(await world.listTitles('?search=chemistyr')).toEqual(['Chemistyr']);
  });

  it('removes the words of an earlier edit, except words that another listing contains', async () => {
    const { id } = await world.createBook({ title: 'Statistics 0', isbn: null });
    const terms = async () => {
      const { rows } = await world.app.app.context.database.pool.query<{ term: string }>(
        'SELECT term FROM search_terms ORDER BY term',
      );
      return rows.map(({ term }) => term);
    };
    const before = await terms();
    for (const word of ['zyxaba', 'zyxabb', 'zyxabc']) {
      await world.seller.patch(`/api/books/${id}`, { title: `Organic ${word}` });
    }
    await world.seller.patch(`/api/books/${id}`, { title: 'Statistics 0' });
    expect(await terms()).toEqual(before);
  });

  it('recounts terms at night, and deletes orphaned ones', async () => {
    const { database, jobs } = world.app.app.context;
    await database.pool.query(`INSERT INTO search_terms (term, ndoc) VALUES ('zyxaba', 90)`);
    await jobs.runNow('recount-search-terms');
    const { rows } = await database.pool.query(
      `SELECT term, ndoc FROM search_terms WHERE term IN ('zyxaba', 'organic')`,
    );
    expect(rows).toEqual([{ term: 'organic', ndoc: 1 }]);
  });

  it('learns no more than 5,000 words in one night, those of the most listings first', async () => {
    const { database, jobs } = world.app.app.context;
    await database.pool.query('TRUNCATE search_terms');
    for (let count = 0; count < 2; count += 1) await world.createBook({ title: `Twice ${count}` });
    await database.pool.query('TRUNCATE search_terms');
    await database.pool.query(
      `INSERT INTO books (id, seller_id, title, author, condition, price, created_at, updated_at)
       SELECT gen_random_uuid(), $1, string_agg('a' || n, ' '), 'x', 'Good', 1, now(), now()
       FROM generate_series(1, 6000) n GROUP BY n / 25`,
      [world.seller.id],
    );
    const count = async () =>
      (await database.pool.query('SELECT count(*)::int AS n FROM search_terms')).rows[0].n;
    await jobs.runNow('recount-search-terms');
    expect(await count()).toBe(5_000);
    const { rowCount } = await database.pool.query(`SELECT FROM search_terms WHERE term = 'twice'`);
    expect(rowCount).toBe(1);
    await jobs.runNow('recount-search-terms');
    expect(await count()).toBeGreaterThan(6_000);
  });

  it('forgives no error in short words, and too many errors in no word', async () => {
    expect(await world.listTitles('?search=unxi')).toEqual([]);
    expect(await world.listTitles('?search=bhemistry')).toEqual(['Organic Chemistry']);
    expect(await world.listTitles('?search=bhemistri')).toEqual([]);
  });
});

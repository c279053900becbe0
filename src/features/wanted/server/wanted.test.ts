import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { algorithms, useTestWorld } from '#tests/support/server/test-world.ts';
import { AVAILABLE_BOOK_QUEUE } from '#features/books/server/availability/enqueue-available-book.ts';
import type { WantedEntry } from '../contract.ts';
import { MAX_WANTED_ENTRIES } from '../rules.ts';

let reader: TestClient;

const world = useTestWorld();
beforeAll(async () => {
  reader = world.buyer;
});
beforeEach(async () => {
  await world.clear();
  await world.app.database.pool.query('TRUNCATE wanted_entries, blocks CASCADE');
});

const ISBN = '9780262046305';
const add = (body: object, who = reader) => who.post('/api/wanted', body);
const wanted = async (who = reader): Promise<WantedEntry[]> => (await who.get('/api/wanted')).body;
const match = () => world.app.app.context.jobs.runNow(AVAILABLE_BOOK_QUEUE);
/** The listings that the reader was alerted of. */
const alerts = async (who = reader) => {
  await match();
  return (await wanted(who)).flatMap((entry) => entry.alerts.map(({ bookId }) => bookId));
};

describe('the list of wanted entries', () => {
  it('keeps an ISBN, a course or words, each with its limits, newest first', async () => {
    const replies = [];
    for (const body of [
      { isbn: '0-262-04630-X', maxPrice: 4_000, minCondition: 'Good' },
      { course: 'math-101' },
      { words: '  Real Analysis ' },
    ]) {
      replies.push(await add(body));
      world.app.clock.advance({ seconds: 1 });
    }
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(replies[0]!.body).toMatchObject({ isbn: ISBN, maxPrice: 4_000, minCondition: 'Good', alerts: [] });
    expect(await wanted()).toEqual(replies.map(({ body }) => body).toReversed());
    expect((await wanted()).map(({ isbn, course, words }) => isbn ?? course ?? words)).toEqual([
      'Real Analysis',
      'math-101',
      ISBN,
    ]);
  });

  it('holds the same wish once, however it is spelled, and keeps its limits', async () => {
    const first = (await add({ isbn: ISBN, maxPrice: 4_000 })).body;
    expect((await add({ words: '978-0-262-04630-5' })).body).toEqual(first);
    expect((await add({ isbn: ISBN, minCondition: 'Good' })).body).toEqual({
      ...first,
      minCondition: 'Good',
    });
    const course = (await add({ course: 'MATH 101' })).body;
    for (const same of ['math-101', 'Math101', 'ＭＡＴＨ 101'])
      expect((await add({ course: same })).body.id).toBe(course.id);
    const words = (await add({ words: 'Réal Analysis' })).body;
    expect((await add({ words: 'real, analysis!' })).body.id).toBe(words.id);
    expect(await wanted()).toHaveLength(3);
  });

  it('refuses what is no entry', async () => {
    for (const body of [
      {},
      { isbn: ISBN, words: 'algorithms' },
      { isbn: '9780262046306' },
      { words: '  ' },
      { words: '… !' },
      { words: 'a b' },
      { words: 'x'.repeat(101) },
      { course: '-' },
      { words: 'algorithms', maxPrice: -1 },
      { words: 'algorithms', maxPrice: 1.5 },
      { words: 'algorithms', maxPrice: 1_000_000 },
      { words: 'algorithms', minCondition: 'Perfect' },
    ])
      expect((await add(body)).status).toBe(400);
    expect(await wanted()).toEqual([]);
  });

  it('ends at fifty entries, also when many are added at the same time', async () => {
    const replies = await Promise.all(
      Array.from({ length: MAX_WANTED_ENTRIES + 5 }, (_, number) => add({ words: `volume ${number}` })),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(MAX_WANTED_ENTRIES);
    expect(new Set(replies.filter(({ status }) => status !== 201).map(({ body }) => body.code))).toEqual(
      new Set(['too-many-wanted-entries']),
    );
    const [one] = await wanted();
    expect((await add({ words: one!.words! })).status).toBe(201);
    await reader.delete(`/api/wanted/${one!.id}`);
    expect((await add({ words: 'another' })).status).toBe(201);
  });

  it('changes limits, and removes those that are null', async () => {
    const { id } = (await add({ words: 'algorithms', maxPrice: 4_000, minCondition: 'Good' })).body;
    const change = async (body: object) => (await reader.patch(`/api/wanted/${id}`, body)).body;
    expect(await change({ maxPrice: 3_000 })).toMatchObject({ maxPrice: 3_000, minCondition: 'Good' });
    expect(await change({ minCondition: null })).toMatchObject({ maxPrice: 3_000, minCondition: null });
    expect(await change({})).toMatchObject({ maxPrice: 3_000, minCondition: null });
  });

  it('brings a deleted entry back with its alerts for a moment, later without', async () => {
    const body = { isbn: ISBN, maxPrice: 9_000 };
    const { id } = (await add(body)).body;
    await world.createBook();
    expect(await alerts()).toHaveLength(1);
    expect((await reader.delete(`/api/wanted/${id}`)).body).toEqual({ deleted: true });
    expect(await wanted()).toEqual([]);
    expect((await reader.delete(`/api/wanted/${id}`)).status).toBe(404);
    expect((await add(body)).body).toMatchObject({ id, alerts: [{ price: 6_800 }] });
    await reader.delete(`/api/wanted/${id}`);
    world.app.clock.advance({ seconds: 30 });
    expect((await add({ isbn: ISBN })).body).toMatchObject({ maxPrice: null, alerts: [] });
  });
});

describe('a listing', () => {
  it('alerts those who want its ISBN, in this condition, at this price', async () => {
    await add({ isbn: ISBN, maxPrice: 6_800, minCondition: 'Like New' });
    await add({ isbn: '9781118010402' });
    const { id } = await world.createBook();
    await match();
    const entry = (await wanted()).find(({ isbn }) => isbn === ISBN);
    expect(entry).toMatchObject({
      title: algorithms.title,
      alerts: [{ bookId: id, price: 6_800, isSeen: false, book: { id } }],
    });
    for (const limits of [{ maxPrice: 6_799 }, { minCondition: 'Like New' }]) {
      await world.app.database.pool.query('TRUNCATE wanted_entries CASCADE');
      await add({ isbn: ISBN, ...limits });
      await world.createBook({ condition: 'Excellent' });
      expect(await alerts()).toEqual([]);
    }
  });

  it('alerts those whose words it has, all of them, the last one perhaps longer', async () => {
    const { id } = await world.createBook({ title: 'Análisis réel: Organic Chemistry', isbn: null });
    const matching = [
      'organic chem',
      'CHEMISTRY ORGANIC',
      'analisis',
      'cormen chemistry',
      'computer science organic',
    ];
    const others = ['organic biology', 'org chemistry', 'che', "'organic' | 'biology'"];
    for (const words of [...matching, ...others]) {
      await world.app.database.pool.query('TRUNCATE wanted_entries CASCADE');
      await add({ words });
      await world.seller.patch(`/api/books/${id}`, { isSold: true });
      await world.seller.patch(`/api/books/${id}`, { isSold: false });
      expect([words, await alerts()]).toEqual([words, matching.includes(words) ? [id] : []]);
    }
  });

  it('alerts those who want a course that it is tagged with, or whose reading list has it', async () => {
    const { pool } = world.app.database;
    await pool.query(`INSERT INTO courses VALUES ('MATH101', 'MATH 101', 'Calculus I', null, now())
      ON CONFLICT DO NOTHING`);
    await pool.query(`INSERT INTO course_books VALUES ('MATH101', '${ISBN}', null, null, null, 'required', 1)
      ON CONFLICT DO NOTHING`);
    const entry = (await add({ course: 'math-101', maxPrice: 6_900 })).body;
    expect(entry).toMatchObject({ title: 'Calculus I', bookCount: 1 });
    const tagOnly = (await add({ course: 'CS 1' })).body;
    expect(tagOnly).toMatchObject({ title: null, bookCount: null });
    await world.buyer.delete(`/api/wanted/${tagOnly.id}`);
    const tagged = (await world.createBook({ isbn: null, courses: ['CS 1', 'Math 101'] })).id;
    const listed = (await world.createBook()).id;
    await world.createBook({ isbn: null, courses: ['CS 1'] });
    expect(new Set(await alerts())).toEqual(new Set([tagged, listed]));
  });

  it('is matched when it is posted, available again or restored, when it is cheaper or corrected', async () => {
    await add({ words: 'statistics', maxPrice: 5_000, minCondition: 'Good' });
    const fields = { title: 'Statistics', isbn: null, price: 6_000 };
    const { id } = await world.createBook(fields);
    expect(await alerts()).toEqual([]);
    await world.seller.patch(`/api/books/${id}`, { price: 5_000 });
    expect(await alerts()).toEqual([id]);
    const restored = (await world.createBook({ ...fields, price: 100 })).id;
    await world.seller.delete(`/api/books/${restored}`);
    expect(await alerts()).toEqual([id]);
    await world.seller.post(`/api/books/${restored}/restore`);
    expect(new Set(await alerts())).toEqual(new Set([restored, id]));
    const corrected = (await world.createBook({ ...fields, price: 100, title: 'Statistisc' })).id;
    expect(await alerts()).toHaveLength(2);
    await world.seller.patch(`/api/books/${corrected}`, { title: 'Statistics' });
    expect(await alerts()).toContain(corrected);
  });

  it('alerts nobody while it is reserved, and those who want it when that ends', async () => {
    const waiting = await world.app.signedInClient('Grace Lim');
    const { id } = await world.createBook();
    await match();
    const reservation = await world.reserve(id);
    await add({ isbn: ISBN }, waiting);
    await world.seller.patch(`/api/books/${id}`, { price: 6_000 });
    expect(await alerts(waiting)).toEqual([]);
    await world.seller.post(`/api/reservations/${reservation}/cancel`, {});
    expect(await alerts(waiting)).toEqual([id]);
  });

  it('is no longer shown once it is sold, deleted, or between blocked users', async () => {
    await add({ isbn: ISBN });
    const ids = [];
    for (const title of ['Sold', 'Deleted', 'Kept']) ids.push((await world.createBook({ title })).id);
    expect(await alerts()).toHaveLength(3);
    await world.seller.patch(`/api/books/${ids[0]}`, { isSold: true });
    await world.seller.delete(`/api/books/${ids[1]}`);
    expect(await alerts()).toEqual([ids[2]]);
    await reader.send('PUT', `/api/blocks/${world.seller.id}`);
    expect(await alerts()).toEqual([]);
  });

  it('alerts nobody of their own listing, and nobody who has blocked its seller or was blocked', async () => {
    const third = await world.app.signedInClient('Ben Ortiz');
    for (const who of [world.seller, reader, third]) await add({ isbn: ISBN }, who);
    await reader.send('PUT', `/api/blocks/${world.seller.id}`);
    await world.seller.send('PUT', `/api/blocks/${third.id}`);
    const { id } = await world.createBook();
    await match();
    expect((await world.app.database.pool.query('SELECT * FROM wanted_alerts')).rows).toEqual([]);
    await world.seller.delete(`/api/blocks/${third.id}`);
    await world.seller.patch(`/api/books/${id}`, { price: 100 });
    expect(await alerts(third)).toEqual([id]);
  });

  it('makes one alert of each entry, however often and wherever it is matched', async () => {
    await add({ isbn: ISBN });
    await add({ words: 'algorithms' });
    const { id } = await world.createBook();
    await world.seller.patch(`/api/books/${id}`, { price: 5_000 });
    await world.seller.patch(`/api/books/${id}`, { price: 4_000 });
    await Promise.all([match(), match(), match()]);
    const { rows } = await world.app.database.pool.query('SELECT book_id FROM wanted_alerts');
    expect(rows).toEqual([{ book_id: id }, { book_id: id }]);
  });
});

describe('the alerts of a user', () => {
  it('are counted up to a hundred', async () => {
    await world.app.database.pool.query(
      `INSERT INTO wanted_entries (id, user_id, words, query, same_key, match_key, created_at)
      SELECT gen_random_uuid(), $1, 'algorithms', 'algorithms', 'key ' || number, 'word:algorithms', now()
      FROM generate_series(1, 101) number`,
      [reader.id],
    );
    await world.createBook();
    await match();
    expect((await reader.get('/api/wanted/unseen')).body).toEqual({ unseen: 100 });
  });

  it('go with a deleted book after 30 days; those of a sold one stay, so that it alerts nobody twice', async () => {
    await add({ isbn: ISBN });
    const [sold, deleted, kept] = [
      await world.createBook(),
      await world.createBook(),
      await world.createBook(),
    ];
    expect(await alerts()).toHaveLength(3);
    await world.seller.patch(`/api/books/${sold.id}`, { isSold: true });
    await world.seller.delete(`/api/books/${deleted.id}`);
    const stored = async () => {
      await world.app.app.context.jobs.runNow('delete-old-wanted-alerts');
      const { rows } = await world.app.database.pool.query(
        'SELECT book_id, seen_at IS NOT NULL AS seen FROM wanted_alerts',
      );
      return new Map(rows.map(({ book_id, seen }) => [book_id, seen]));
    };
    world.app.clock.advance({ days: 29 });
    expect((await stored()).size).toBe(3);
    world.app.clock.advance({ days: 1 });
    expect(await stored()).toEqual(
      new Map([
        [sold.id, true],
        [kept.id, false],
      ]),
    );
    world.app.clock.advance({ days: -30 });
    await world.seller.patch(`/api/books/${sold.id}`, { isSold: false });
    expect(new Set(await alerts())).toEqual(new Set([sold.id, kept.id]));
    expect((await reader.get('/api/wanted/unseen')).body).toEqual({ unseen: 1 });
  });
});

import { describe, expect, it } from 'vitest';
import { nextAddress, useClearedTestWorld } from '#tests/support/server/test-world.ts';

const world = useClearedTestWorld();

const inDays = (days: number) => new Date(world.app.clock.now().getTime() + days * 86_400_000).toISOString();
const read = async (id: string, by = world.app.visitor()) => (await by.get(`/api/books/${id}`)).body;
const renew = (id: string, by = world.seller) => by.post(`/api/books/${id}/renew`);
const ofSeller = async (by = world.app.visitor()) =>
  (await by.get(`/api/books/user/${world.seller.id}`)).body.map(({ id }: { id: string }) => id);
const runJob = () => world.app.app.context.jobs.runNow('expire-listings');
const boost = (id: string, until: string) =>
  world.app.database.pool.query('UPDATE books SET is_boosted = true, boosted_until = $2 WHERE id = $1', [
    id,
    until,
  ]);

describe('a listing', () => {
  it('stays active for 120 days, and leaves every list but its owner’s in that moment', async () => {
    const book = await world.createBook();
    expect(book.expiresAt).toBe(inDays(120));
    world.app.clock.advance({ days: 120, seconds: -6 });
    expect(await world.listTitles('')).toEqual([book.title]);
    // Longer than a response is cached.
    world.app.clock.advance({ seconds: 6 });
    for (const query of [
      '',
      `?subject=${encodeURIComponent(book.subject)}`,
      '?search=algorithms',
      '?search=9780262046305',
    ])
      expect([query, await world.listTitles(query)]).toEqual([query, []]);
    expect(await ofSeller()).toEqual([]);
    expect(await ofSeller(world.buyer)).toEqual([]);
    expect(await ofSeller(world.seller)).toEqual([book.id]);
    expect(await read(book.id)).toMatchObject({ isActive: false, soldAt: null, expiresAt: book.expiresAt });
  });

  it('is listed no longer on later pages either, whose list began before its end', async () => {
    const books = [];
    for (let number = 0; number < 3; number += 1) {
      books.push(await world.createBook({ title: `Book ${number}` }));
      world.app.clock.advance({ minutes: 1 });
    }
    world.app.clock.advance({ days: 120, minutes: -4 });
    for (const query of ['?limit=1', '?limit=1&search=book']) {
      const first = await world.app.visitor().get(`/api/books${query}`);
      const next = nextAddress(first.headers)!;
      expect(first.body).toHaveLength(1);
      world.app.clock.advance({ minutes: 10 });
      expect((await world.app.visitor().get(next)).body).toEqual([]);
      world.app.clock.advance({ minutes: -10 });
    }
  });

  it('is active again if the clock was ahead and is set back', async () => {
    const { id } = await world.createBook();
    world.app.clock.advance({ days: 121 });
    await runJob();
    world.app.clock.advance({ days: -60 });
    await runJob();
    expect(await read(id)).toMatchObject({ isActive: true });
    expect(await world.listTitles('')).toHaveLength(1);
  });
});

describe('the listings of a user by their end', () => {
  const byEnd = async (query = '', by = world.seller) =>
    by.get(`/api/books/user/${world.seller.id}?sort=ending${query}`);
  const idsOf = ({ body }: { body: { id: string }[] }) => body.map(({ id }) => id);

  it('begin with those that end first, also behind many newer ones, without sold and expired ones', async () => {
    const expired = await world.createBook();
    world.app.clock.advance({ days: 1 });
    const [first, boosted, sold] = [
      await world.createBook(),
      await world.createBook(),
      await world.createBook(),
    ];
    await world.seller.patch(`/api/books/${sold!.id}`, { isSold: true });
    world.app.clock.advance({ days: 1 });
    const second = await world.createBook();
    await boost(boosted.id, inDays(200));
    world.app.clock.advance({ days: 10 });
    const newer = [];
    for (let number = 0; number < 21; number += 1) newer.push(await world.createBook());
    world.app.clock.advance({ days: 108, minutes: 1 });
    expect(idsOf(await byEnd('&limit=2'))).toEqual([first.id, second.id]);
    expect(idsOf(await byEnd('&limit=2', world.buyer))).toEqual([first.id, second.id]);

    const page = await byEnd('&limit=20');
    const next = nextAddress(page.headers)!;
    const ids = [...idsOf(page), ...idsOf(await world.seller.get(next))];
    expect(ids.slice(0, 2)).toEqual([first.id, second.id]);
    expect(new Set(ids.slice(2, -1))).toEqual(new Set(newer.map(({ id }) => id)));
    expect(ids.at(-1)).toBe(boosted.id);
    expect(ids).not.toContain(expired.id);
  });
});

describe('renewing', () => {
  it('gives another 120 days from now, before the end and after it, however often', async () => {
    const { id, createdAt, updatedAt } = await world.createBook();
    world.app.clock.advance({ days: 115 });
    expect(await renew(id)).toMatchObject({
      status: 200,
      body: { id, expiresAt: inDays(120), isActive: true },
    });
    expect((await renew(id)).body.expiresAt).toBe(inDays(120));
    world.app.clock.advance({ days: 130 });
    await runJob();
    expect(await world.listTitles('')).toEqual([]);
    const renewed = (await renew(id)).body;
    // It is no new listing, and nothing about it was edited.
    expect(renewed).toMatchObject({ expiresAt: inDays(120), isActive: true, createdAt, updatedAt });
    expect(await world.listTitles('?search=algoritms')).toHaveLength(1);
    expect((await read(id)).isActive).toBe(true);
  });

  it('alerts who wants the book, as a new listing does, and hides the alerts of an expired one', async () => {
    const { id } = await world.createBook();
    world.app.clock.advance({ days: 121 });
    await world.buyer.post('/api/wanted', { isbn: '9780262046305' });
    const alerts = async () => (await world.buyer.get('/api/wanted')).body[0].alerts;
    const match = () => world.app.app.context.jobs.runNow('match-available-book');
    await match();
    expect(await alerts()).toEqual([]);
    await renew(id);
    await match();
    const unseen = async () => (await world.buyer.get('/api/wanted/unseen')).body.unseen;
    expect(await alerts()).toMatchObject([{ bookId: id }]);
    expect(await unseen()).toBe(1);
    world.app.clock.advance({ days: 120 });
    expect(await alerts()).toEqual([]);
    expect(await unseen()).toBe(0);
  });

  it('is for the owner only, and not for sold or deleted listings', async () => {
    const { id } = await world.createBook();
    expect((await renew(id, world.app.visitor())).status).toBe(401);
    expect((await renew(id, world.buyer)).body.code).toBe('book-not-found');
    await world.seller.patch(`/api/books/${id}`, { isSold: true });
    expect(await renew(id)).toMatchObject({ status: 409, body: { code: 'book-sold' } });
    await world.seller.delete(`/api/books/${id}`);
    expect((await renew(id)).body.code).toBe('book-not-found');
    expect((await renew('not-an-id')).status).toBe(400);
  });

  it('counts toward the limit of listings, which expired ones do not', async () => {
    const { id } = await world.createBook();
    world.app.clock.advance({ days: 121 });
    await runJob();
    await world.app.database.pool.query(
      `INSERT INTO books (id, seller_id, title, author, condition, price, created_at, updated_at, expires_at)
       SELECT gen_random_uuid(), $1, 'Book ' || n, 'Nobody', 'Good', 100, $2, $2, $3 FROM generate_series(1, 199) n`,
      [world.seller.id, world.app.clock.now(), inDays(120)],
    );
    await world.createBook({ title: 'The last one' });
    expect((await renew(id)).body.code).toBe('too-many-listings');
    expect((await read(id)).isActive).toBe(false);
  });
});

describe('an expired listing', () => {
  it('stays in the favorites of those who saved it, as a sold one does', async () => {
    const { id } = await world.createBook();
    await world.buyer.post('/api/favorites/toggle', { bookId: id, favorited: true });
    world.app.clock.advance({ days: 121 });
    expect((await world.buyer.get('/api/favorites')).body).toMatchObject([{ book: { id, isActive: false } }]);
  });

  it('takes no new conversation; those about it go on', async () => {
    const { id } = await world.createBook();
    const conversationId = await world.openConversation(id);
    world.app.clock.advance({ days: 121 });
    expect((await world.sendMessage(conversationId, 'Still there?')).id).toBeTruthy();
    expect(await world.openConversation(id)).toBe(conversationId);
    const other = await world.app.signedInClient('Grace Lim');
    expect((await other.post('/api/conversations', { bookId: id })).body.code).toBe('book-unavailable');
    await renew(id);
    expect((await other.post('/api/conversations', { bookId: id })).status).toBe(200);
  });
});

it('the job expires many listings in one run', async () => {
  await world.app.database.pool.query(
    `INSERT INTO books (id, seller_id, title, author, condition, price, created_at, updated_at, expires_at)
     SELECT gen_random_uuid(), $1, 'Book ' || n, 'Nobody', 'Good', 100, $2, $2, $3 FROM generate_series(1, 1100) n`,
    [world.seller.id, world.app.clock.now(), inDays(-1)],
  );
  await runJob();
  const { rows } = await world.app.database.pool.query(
    'SELECT count(*)::int AS n FROM books WHERE is_active',
  );
  expect(rows[0].n).toBe(0);
});

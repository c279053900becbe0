import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCountedSale } from '#tests/support/product/create-sale.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { TestWorld } from '#tests/support/server/test-world.ts';
import { reviewsChanged } from './list-reviews.ts';

let world: TestWorld;
let saleId: string;
beforeAll(async () => {
  world = await TestWorld.open();
});
afterAll(() => world.app.stop());
beforeEach(async () => {
  await world.clear();
  await world.app.database.pool.query('TRUNCATE confirmed_sales CASCADE');
  saleId = await sell();
});

const sell = (seller = world.seller, buyer = world.buyer) =>
  createCountedSale(world.app, { sellerId: seller.id, buyerId: buyer.id });
const review = (author: TestClient, changes: object = {}, id = saleId) =>
  author.post(`/api/reservations/${id}/review`, {
    stars: 5,
    tags: ['On time'],
    text: 'Friendly',
    ...changes,
  });
const reviewsOf = async (user: TestClient, query = '') =>
  (await world.app.visitor().get(`/api/users/${user.id}/reviews${query}`)).body;
const requestsOf = async (user: TestClient, query = '') =>
  (await user.get(`/api/users/me/review-requests${query}`)).body;
const reply = (user: TestClient, id: string, text = 'Thank you') =>
  user.post(`/api/reviews/${id}/reply`, { text });

describe('a review', () => {
  it('is public at once when both have written', async () => {
    const first = await review(world.buyer, {
      tags: ['On time', 'Book as described'],
      text: ' As in the photos. ',
    });
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({
      reservationId: saleId,
      stars: 5,
      state: 'hidden',
      text: 'As in the photos.',
    });
    expect(await reviewsOf(world.seller)).toEqual([]);
    world.app.clock.advance({ days: 2 });
    const second = await review(world.seller, { stars: 4 });
    expect(second.body.state).toBe('public');
    const author = ({ id }: TestClient, name: string) => ({ id, name, profileImage: null });
    expect(await reviewsOf(world.seller)).toEqual([
      {
        id: first.body.id,
        stars: 5,
        tags: ['Book as described', 'On time'],
        text: 'As in the photos.',
        createdAt: world.app.clock.now().toISOString(),
        author: author(world.buyer, 'Tom Whitaker'),
        reply: null,
      },
    ]);
    expect(await reviewsOf(world.buyer)).toMatchObject([
      { stars: 4, author: author(world.seller, 'Priya Raman') },
    ]);
  });

  it('of one alone is public when 14 days are over', async () => {
    const { body } = await review(world.buyer);
    const over = new Date(world.app.clock.now().getTime() + 14 * 86_400_000);
    expect(body.publishedAt).toBe(over.toISOString());
    world.app.clock.advance({ days: 14, seconds: -1 });
    expect(await reviewsOf(world.seller)).toEqual([]);
    world.app.clock.advance({ seconds: 1 });
    expect(await reviewsOf(world.seller)).toHaveLength(1);
    expect((await review(world.seller)).body.code).toBe('review-period-ended');
    expect((await review(world.buyer, { stars: 1 })).body.code).toBe('review-published');
  });

  it('may be changed until it is public', async () => {
    const { body: first } = await review(world.buyer);
    const changed = await review(world.buyer, { stars: 2, tags: [], text: '' });
    expect(changed.body).toMatchObject({ id: first.id, stars: 2, tags: [], text: '', state: 'hidden' });
    await review(world.seller);
    expect(await reviewsOf(world.seller)).toMatchObject([{ stars: 2, tags: [], text: '' }]);
    expect((await review(world.buyer, { stars: 1 })).body.code).toBe('review-published');
    expect(await reviewsOf(world.seller)).toMatchObject([{ stars: 2 }]);
  });

  it('that is sent again is the same one, also after it became public', async () => {
    const { body: first } = await review(world.buyer);
    await review(world.seller);
    const again = await review(world.buyer);
    expect([again.status, again.body.id, again.body.state]).toEqual([200, first.id, 'public']);
    expect(await reviewsOf(world.seller)).toHaveLength(1);
  });

  it('needs a verified email', async () => {
    const unverified = await world.app.signedInClient('Nora Field');
    const id = await sell(world.seller, unverified);
    const refused = await review(unverified, {}, id);
    expect([refused.status, refused.body.code]).toEqual([403, 'email-not-verified']);
    expect((await world.app.database.pool.query('SELECT FROM reviews')).rowCount).toBe(0);
    await world.app.verifyEmails();
    expect((await review(unverified, {}, id)).status).toBe(200);
  });

  it.each([
    ['no stars', { stars: 0 }],
    ['six stars', { stars: 6 }],
    ['half a star', { stars: 4.5 }],
    ['stars as text', { stars: '5' }],
    ['an unknown tag', { tags: ['Cheap'] }],
    ['501 characters', { text: 'x'.repeat(501) }],
    ['control characters', { text: 'a\u0000b' }],
  ])('is refused with %s', async (_, changes) => {
    expect((await review(world.buyer, changes)).status).toBe(400);
  });

  it('has 500 characters at most, no text and no tags at least', async () => {
    expect((await review(world.buyer, { text: '📚'.repeat(500) })).status).toBe(200);
    expect((await world.seller.post(`/api/reservations/${saleId}/review`, { stars: 1 })).status).toBe(200);
  });

  it('is refused to everyone but the two of a confirmed sale', async () => {
    const stranger = await world.app.signedInClient('Ben Ortiz');
    expect((await review(stranger)).body.code).toBe('confirmed-sale-not-found');
    expect((await review(world.app.visitor())).status).toBe(401);
    expect((await review(world.buyer, {}, crypto.randomUUID())).body.code).toBe('confirmed-sale-not-found');
    const book = await world.createBook();
    const reservationId = await world.reserve(book.id);
    expect((await review(world.buyer, {}, reservationId)).body.code).toBe('confirmed-sale-not-found');
  });

  it('is about the other one, also if the body names another', async () => {
    await review(world.buyer, { reviewedId: world.buyer.id, authorId: world.seller.id });
    await review(world.seller);
    expect(await reviewsOf(world.seller)).toMatchObject([{ author: { id: world.buyer.id } }]);
    expect(await reviewsOf(world.buyer)).toMatchObject([{ author: { id: world.seller.id } }]);
  });

  it('is one, however many are written at the same time', async () => {
    const replies = await Promise.all(
      [1, 2, 3, 4, 5].flatMap((stars) => [review(world.buyer, { stars }), review(world.seller, { stars })]),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(await reviewsOf(world.seller)).toHaveLength(1);
    expect(await reviewsOf(world.buyer)).toHaveLength(1);
  });
});

describe('the reviews of a user', () => {
  it('are listed the newest first, in pages', async () => {
    for (const stars of [1, 2, 3]) {
      const id = await sell();
      await review(world.buyer, { stars }, id);
      await review(world.seller, { stars }, id);
      world.app.clock.advance({ minutes: 1 });
    }
    const first = await world.app.visitor().get(`/api/users/${world.seller.id}/reviews?limit=2`);
    const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')![1]!;
    const stars = (list: { stars: number }[]) => list.map((one) => one.stars);
    expect(stars(first.body)).toEqual([3, 2]);
    expect(stars((await world.app.visitor().get(next)).body)).toEqual([1]);
  });

  it('of an unknown user are a 404', async () => {
    const path = `/api/users/${crypto.randomUUID()}/reviews`;
    expect((await world.app.visitor().get(path)).body.code).toBe('user-not-found');
  });
});

describe('the reply to a review', () => {
  it('is one, by the user reviewed', async () => {
    const { body } = await review(world.buyer);
    await review(world.seller);
    for (const other of [world.buyer, await world.app.signedInClient('Ben Ortiz')])
      expect((await reply(other, body.id)).body.code).toBe('review-not-found');
    const replied = await reply(world.seller, body.id);
    expect(replied.body).toMatchObject({ id: body.id, reply: { text: 'Thank you' } });
    expect((await reply(world.seller, body.id)).status).toBe(200);
    expect((await reply(world.seller, body.id, 'Another')).body.code).toBe('review-replied');
    expect(await reviewsOf(world.seller)).toMatchObject([
      { reply: { text: 'Thank you', createdAt: world.app.clock.now().toISOString() } },
    ]);
  });

  it('is published once, however often it is sent', async () => {
    const { body } = await review(world.buyer);
    await review(world.seller);
    const told: string[] = [];
    const stop = world.app.app.context.events.subscribe(
      reviewsChanged,
      ({ userId }) => void told.push(userId),
    );
    for (let time = 1; time <= 3; time += 1) expect((await reply(world.seller, body.id)).status).toBe(200);
    stop();
    expect(told).toEqual([world.seller.id]);
  });

  it('is text of 1 to 500 characters', async () => {
    const { body } = await review(world.buyer);
    await review(world.seller);
    for (const text of ['', ' ', 'x'.repeat(501)])
      expect((await reply(world.seller, body.id, text)).status).toBe(400);
    expect((await reply(world.seller, body.id, 'x'.repeat(500))).status).toBe(200);
  });
});

describe('the sales that a user may review', () => {
  it('are those of 14 days, until the own review is public', async () => {
    const book = await world.createBook();
    const id = await createCountedSale(world.app, {
      sellerId: world.seller.id,
      buyerId: world.buyer.id,
      bookId: book.id,
    });
    const other = { id: world.seller.id, name: 'Priya Raman', profileImage: null };
    expect(await requestsOf(world.buyer)).toHaveLength(2);
    expect(await requestsOf(world.buyer, `?bookId=${book.id}`)).toMatchObject([
      {
        reservationId: id,
        side: 'buyer',
        book: { id: book.id, title: book.title, author: book.author, isbn: '9780262046305' },
        price: 2_000,
        soldAt: world.app.clock.now().toISOString(),
        other,
        review: null,
      },
    ]);
    expect(await requestsOf(world.seller, `?bookId=${book.id}`)).toMatchObject([{ side: 'seller' }]);
    await review(world.buyer, {}, id);
    expect(await requestsOf(world.buyer, `?bookId=${book.id}`)).toMatchObject([{ review: { stars: 5 } }]);
    await review(world.seller, {}, id);
    expect(await requestsOf(world.buyer, `?bookId=${book.id}`)).toEqual([]);
    world.app.clock.advance({ days: 14 });
    expect(await requestsOf(world.buyer)).toEqual([]);
  });

  it('are those with someone who is still here', async () => {
    const leaving = await world.app.signedInClient('Leaving Buyer');
    await world.app.verifyEmails();
    const id = await sell(world.seller, leaving);
    expect(await requestsOf(world.seller)).toHaveLength(2);
    await world.app.app.accounts.deleteUser(leaving.id);
    expect(await requestsOf(world.seller)).toHaveLength(1);
    expect((await review(world.seller, {}, id)).body.code).toBe('participant-left');
  });
});

describe('the reviews of someone who leaves', () => {
  it('lose text, tags and name but not the stars, and those about them go', async () => {
    const leaving = await world.app.signedInClient('Leaving Buyer');
    await world.app.verifyEmails();
    const id = await sell(world.seller, leaving);
    await review(leaving, { stars: 3 }, id);
    await review(world.seller, {}, id);
    await world.app.app.accounts.deleteUser(leaving.id);
    expect(await reviewsOf(world.seller)).toMatchObject([
      { stars: 3, tags: [], text: '', author: { id: null, name: 'Former student', profileImage: null } },
    ]);
    const { rows } = await world.app.database.pool.query('SELECT * FROM reviews');
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(leaving.id);
  });

  it('stay hidden until the 14 days are over', async () => {
    const leaving = await world.app.signedInClient('Leaving Buyer');
    await world.app.verifyEmails();
    await review(leaving, { stars: 3 }, await sell(world.seller, leaving));
    await world.app.app.accounts.deleteUser(leaving.id);
    expect(await reviewsOf(world.seller)).toEqual([]);
    world.app.clock.advance({ days: 14 });
    expect(await reviewsOf(world.seller)).toMatchObject([{ stars: 3, text: '' }]);
  });
});

it('the export has all reviews that the user has written, and the public ones about them', async () => {
  await review(world.buyer, { text: 'Hidden words' });
  const exportOf = async (user: TestClient) => (await user.get('/api/users/me/export')).body;
  expect((await exportOf(world.buyer)).reviews).toMatchObject({
    written: [{ text: 'Hidden words' }],
    received: [],
  });
  expect(JSON.stringify(await exportOf(world.seller))).not.toContain('Hidden words');
  await review(world.seller, { text: 'Seen words' });
  expect((await exportOf(world.seller)).reviews).toMatchObject({
    written: [{ text: 'Seen words' }],
    received: [{ text: 'Hidden words' }],
  });
});

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { profileChanged } from '#features/accounts/server/public.ts';
import { createSale } from '#tests/support/product/create-sale.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { TestWorld } from '#tests/support/server/test-world.ts';
import { MAILBOX_TTL_MS, SALE_GROUP_SELLERS } from '../../rules.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await TestWorld.open();
});
afterAll(() => world.app.stop());
beforeEach(async () => {
  await world.clear();
  await world.app.database.pool.query('TRUNCATE confirmed_sales CASCADE');
});

const verified = async (email: string): Promise<TestClient> => {
  const user = await world.app.signedInClient('Pat Ortiz', email);
  await world.app.verifyEmails();
  return user;
};
const sell = (seller: TestClient, buyer: TestClient, price = 2_000) =>
  createSale(world.app, { sellerId: seller.id, buyerId: buyer.id, price });
const profileOf = async ({ id }: TestClient) => {
  world.app.app.context.events.publish(profileChanged, { userId: id });
  return (await world.app.visitor().get(`/api/users/${id}`)).body;
};
const emptyProfile = { confirmedSales: 0, rating: { average: null, count: 0 } };

/** Both review each other, so that the reviews are public at once. */
const reviewEachOther = async (saleId: string, users: readonly TestClient[]) => {
  for (const user of users) {
    const { status } = await user.post(`/api/reservations/${saleId}/review`, {
      stars: 5,
      tags: [],
      text: '',
    });
    expect(status).toBe(200);
  }
};

it('a user who sells to other accounts of the same mailbox has no confirmed sale and no stars', async () => {
  const star = await verified('star@northfield.example');
  for (let index = 0; index < 4; index += 1) {
    const other = await verified(`Star+${index}@northfield.example`);
    await reviewEachOther(await sell(star, other), [other, star]);
  }
  expect(await profileOf(star)).toMatchObject(emptyProfile);
});

it('reviews of a sale that does not count stay private, however long, and are changed for 14 days', async () => {
  const [star, other] = [
    await verified('lone@northfield.example'),
    await verified('lone+2@northfield.example'),
  ];
  const { id: bookId } = await world.createBook({}, star);
  await world.sendMessage(await world.openConversation(bookId, other), 'Hello', other);
  const saleId = await createSale(world.app, { sellerId: star.id, buyerId: other.id, bookId });
  const [request] = (await other.get('/api/users/me/review-requests')).body;
  expect(request).toMatchObject({ reservationId: saleId, isPrivate: true });
  const review = (stars: number) =>
    other.post(`/api/reservations/${saleId}/review`, { stars, tags: [], text: 'The best seller ever' });
  await reviewEachOther(saleId, [star]);
  expect((await review(4)).body).toMatchObject({ state: 'private', stars: 4 });
  expect((await review(5)).body).toMatchObject({ state: 'private', stars: 5 });
  const { id: reviewId } = (await review(5)).body;
  const expectUnseen = async () => {
    await world.app.app.context.jobs.runNow('announce-reviews');
    expect((await world.app.visitor().get(`/api/users/${star.id}/reviews`)).body).toEqual([]);
    expect(await profileOf(star)).toMatchObject(emptyProfile);
    expect((await star.get('/api/users/me/export')).body.reviews.received).toEqual([]);
    const reported = { kind: 'review', id: reviewId, reason: 'fake' };
    expect((await star.post('/api/reports', reported)).status).toBe(404);
    const [conversation] = (await star.get('/api/conversations')).body;
    expect(conversation.lastMessage.content).toBe('Hello');
  };
  await expectUnseen();
  world.app.clock.advance({ days: 14 });
  await expectUnseen();
  expect((await review(3)).body.code).toBe('review-period-ended');
  expect((await other.get('/api/users/me/export')).body.reviews.written).toHaveLength(1);
});

it('a buyer who leaves and comes back with the same mailbox counts once in a year', async () => {
  const seller = await verified('seller@northfield.example');
  for (const suffix of ['', '', '+again']) {
    const friend = await verified(`friend${suffix}@northfield.example`);
    await reviewEachOther(await sell(seller, friend), [friend, seller]);
    await world.app.app.accounts.deleteUser(friend.id);
  }
  expect(await profileOf(seller)).toMatchObject({ confirmedSales: 1, rating: { average: 5, count: 1 } });
  world.app.clock.advance({ days: 365 });
  await sell(seller, await verified('friend@northfield.example'));
  expect(await profileOf(seller)).toMatchObject({ confirmedSales: 2 });
});

it('two users who sell to each other count once in a year', async () => {
  const [one, other] = [await verified('anna@northfield.example'), await verified('ben@northfield.example')];
  await reviewEachOther(await sell(one, other), [one, other]);
  await reviewEachOther(await sell(other, one), [one, other]);
  expect(await profileOf(one)).toMatchObject({ confirmedSales: 1, rating: { count: 1 } });
  expect(await profileOf(other)).toMatchObject({ confirmedSales: 0, rating: { count: 1 } });
});

it('accounts of one mailbox make no price', async () => {
  const listed = [5_800, 6_400, 7_000];
  for (const [index, price] of listed.entries()) {
    const seller = await verified(`lister${index}@northfield.example`);
    await world.createBook({ price, condition: 'Good' }, seller);
  }
  const guidance = async () =>
    (await world.app.visitor().get('/api/price-guidance?isbn=9780262046305&condition=Good')).body;
  const before = await guidance();
  expect(before).toMatchObject({ basis: 'listed', sampleSize: 3 });
  const friend = await verified('price-friend@northfield.example');
  for (let index = 0; index < SALE_GROUP_SELLERS; index += 1) {
    const seller = await verified(`me+s${index}@northfield.example`);
    await sell(seller, await verified(`me+b${index}@northfield.example`), 500);
    await sell(seller, friend, 500);
  }
  world.clearCachedBooks();
  expect(await guidance()).toEqual(before);
});

it('mailboxes are unreadable, stay when both leave, and are deleted after a year', async () => {
  const [seller, buyer] = [await verified('north@far.example'), await verified('south@far.example')];
  await sell(seller, buyer);
  const read = async () => {
    const { rows } = await world.app.database.pool.query(
      'SELECT seller_id, buyer_id, seller_mailbox, buyer_mailbox FROM confirmed_sales',
    );
    return rows[0];
  };
  const before = await read();
  expect(JSON.stringify(before)).not.toMatch(/north|south|@/i);
  for (const { id } of [seller, buyer]) await world.app.app.accounts.deleteUser(id);
  const hash = expect.stringMatching(/^[\w-]{43}$/);
  const kept = { seller_id: null, buyer_id: null, seller_mailbox: hash, buyer_mailbox: hash };
  const runJob = () => world.app.app.context.jobs.runNow('delete-old-sale-mailboxes');
  world.app.clock.advance({ days: MAILBOX_TTL_MS / 86_400_000 - 1 });
  await runJob();
  expect(await read()).toEqual(kept);
  world.app.clock.advance({ days: 1 });
  await runJob();
  expect(await read()).toEqual({ ...kept, seller_mailbox: null, buyer_mailbox: null });
});

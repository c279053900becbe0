import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { TestSandboxApp } from '#tests/support/server/test-sandbox-app.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';

let shop: TestSandboxApp;
let seller: TestClient;
let other: TestClient;

beforeAll(async () => {
  shop = await TestSandboxApp.open();
  seller = await shop.app.signedInClient('Priya Raman');
  other = await shop.app.signedInClient('Tom Whitaker');
});
beforeEach(() => shop.app.database.pool.query('TRUNCATE books CASCADE'));
afterAll(() => shop.app.stop());

const book = async (id: string) => (await shop.app.visitor().get(`/api/books/${id}`)).body;
const inHours = (hours: number) => new Date(shop.app.clock.now().getTime() + hours * 3600_000).toISOString();
const payment = async () => (await seller.get('/api/payments')).body[0];

it('puts the listing on top of Home, its subject and searches, for 72 hours', async () => {
  const id = await shop.list(seller, { title: 'Organic Chemistry', subject: 'Science' });
  shop.app.clock.advance({ minutes: 1 });
  await shop.list(other, { title: 'Inorganic Chemistry', subject: 'Science' });
  const secret = await shop.beginBoost(seller, id);
  expect(await shop.titles()).toEqual(['Inorganic Chemistry', 'Organic Chemistry']);
  await shop.pay(secret);
  await shop.drainJobs();
  for (const query of ['', '?subject=Science', '?search=chemistry', '?search=chemistry&subject=Science'])
    expect([query, (await shop.titles(query))[0]]).toEqual([query, 'Organic Chemistry']);
  expect(await book(id)).toMatchObject({ isBoosted: true, boostedUntil: inHours(72) });
  expect(await payment()).toMatchObject({ type: 'boost', amount: 299, status: 'succeeded', bookId: id });

  shop.app.clock.advance({ hours: 72 });
  expect(await shop.titles()).toEqual(['Inorganic Chemistry', 'Organic Chemistry']);
  expect(await book(id)).toMatchObject({ isBoosted: false, boostedUntil: null });
  await shop.advanceTime({ minutes: 1 });
  expect(await book(id)).toMatchObject({ isBoosted: false, boostedUntil: null });
});

it('can be bought by the owner of an active listing only', async () => {
  const id = await shop.list(seller);
  const ask = (by: TestClient, bookId = id) => by.post('/api/create-payment-intent', { bookId });
  expect((await ask(other)).body.code).toBe('book-not-found');
  expect((await ask(seller, crypto.randomUUID())).body.code).toBe('book-not-found');
  expect((await ask(shop.app.visitor())).status).toBe(401);
  await seller.patch(`/api/books/${id}`, { isSold: true });
  const sold = await ask(seller);
  expect([sold.status, sold.body.code]).toEqual([409, 'listing-not-active']);
  await seller.delete(`/api/books/${id}`);
  expect((await ask(seller)).body.code).toBe('book-not-found');
});

it('costs the price of the price list, regardless of the request', async () => {
  const bookId = await shop.list(seller);
  for (const amount of [1, 0, 299, 2.989, -2.99]) {
    const reply = await seller.post('/api/create-payment-intent', { bookId, amount });
    expect([amount, reply.status, reply.body.code]).toEqual([amount, 400, 'amount-mismatch']);
  }
  const asked = { bookId, amount: 2.99, userId: 'user-placeholder' };
  const { body } = await seller.post('/api/create-payment-intent', asked);
  await shop.pay(body.clientSecret);
  await shop.drainJobs();
  expect(await payment()).toMatchObject({ amount: 299, userId: seller.id });
});

it.each([
  ['sold', (id: string) => seller.patch(`/api/books/${id}`, { isSold: true })],
  ['deleted', (id: string) => seller.delete(`/api/books/${id}`)],
])('is refunded immediately if the listing was %s before the payment arrived', async (_, happens) => {
  const id = await shop.list(seller);
  const secret = await shop.beginBoost(seller, id);
  await happens(id);
  await shop.pay(secret);
  await shop.drainJobs();
  expect(await payment()).toMatchObject({ status: 'refunded', refundReason: 'listing-gone' });
  await seller.post(`/api/books/${id}/restore`);
  await seller.patch(`/api/books/${id}`, { isSold: false });
  expect(await book(id)).toMatchObject({ isActive: true, isBoosted: false, boostedUntil: null });
});

it('is not sold for an expired listing, and refunded if the listing expired before the payment arrived', async () => {
  const id = await shop.list(seller);
  const secret = await shop.beginBoost(seller, id);
  await shop.app.database.pool.query('UPDATE books SET expires_at = $1', [shop.app.clock.now()]);
  const refused = await seller.post('/api/create-payment-intent', { bookId: id });
  expect([refused.status, refused.body.code]).toEqual([409, 'listing-not-active']);
  await shop.pay(secret);
  await shop.drainJobs();
  expect(await payment()).toMatchObject({ status: 'refunded', refundReason: 'listing-gone' });
  expect(await book(id)).toMatchObject({ isActive: false, isBoosted: false });
});

it('that is bought on the last day keeps the listing active to the end of the boost', async () => {
  const id = await shop.list(seller);
  await shop.app.database.pool.query('UPDATE books SET expires_at = $1', [inHours(1)]);
  await shop.boost(seller, id);
  expect(await book(id)).toMatchObject({ isActive: true, expiresAt: inHours(72) });
  await shop.advanceTime({ hours: 71 });
  expect(await shop.titles()).toHaveLength(1);
  await shop.advanceTime({ hours: 1 });
  expect(await shop.titles()).toEqual([]);
});

it('ends when its payment is refunded, even if the listing was sold in between', async () => {
  const id = await shop.list(seller);
  const intent = await shop.boost(seller, id);
  await seller.patch(`/api/books/${id}`, { isSold: true });
  await shop.refund(intent);
  await shop.drainJobs();
  await seller.patch(`/api/books/${id}`, { isSold: false });
  expect(await book(id)).toMatchObject({ isActive: true, isBoosted: false });
});

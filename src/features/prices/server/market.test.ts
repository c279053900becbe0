import { afterEach, describe, expect, it } from 'vitest';
import type { Database } from '#platform/server/database/database.ts';
import { TestApp } from '#tests/support/server/test-app.ts';
import { createTestDatabase } from '#tests/support/server/test-database.ts';

const book = { title: 'Calculus', author: 'James Stewart', condition: 'Good' };
const inDinars = { CAMPUS_CURRENCY: 'KWD' };

let app: TestApp | null = null;
let database: Database | null = null;
afterEach(async () => {
  await app?.stop();
  await database?.close();
  [app, database] = [null, null];
});

describe('a market in dinars', () => {
  it('says so, with its limits', async () => {
    app = await TestApp.start({ variables: { ...inDinars, CAMPUS_TIME_ZONE: 'Asia/Kuwait' } });
    expect((await app.visitor().get('/api/market')).body).toEqual({
      currency: 'KWD',
      digits: 3,
      languages: ['en'],
      region: 'KW',
      timeZone: 'Asia/Kuwait',
      highestPrice: 2_499_999,
      smallestOffer: 250,
    });
  });

  it('takes listings up to its highest price, and says it in dinars', async () => {
    app = await TestApp.start({ variables: inDinars });
    const seller = await app.signedInClient();
    expect(await seller.post('/api/books', { ...book, price: 2_499_999 })).toMatchObject({ status: 201 });
    const refused = await seller.post('/api/books', { ...book, price: 2_500_000 });
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toMatchObject([
      { path: 'price', message: 'Price can be at most KWD\u00a02,499.999' },
    ]);
    expect((await app.visitor().get('/api/books?maxPrice=2500000')).body.detail).toBe(
      'maxPrice must be whole minor units of the currency from 0 to 2499999',
    );
  });

  it('takes offers from its smallest one, and writes them into the conversation', async () => {
    app = await TestApp.start({ variables: inDinars });
    const [seller, buyer] = [await app.signedInClient(), await app.signedInClient('Owen Brandt')];
    const { id: bookId } = (await seller.post('/api/books', { ...book, price: 17_000 })).body;
    const { id: conversationId } = (await buyer.post('/api/conversations', { bookId })).body;
    const offer = (amount: number) => buyer.post(`/api/conversations/${conversationId}/offers`, { amount });
    expect((await offer(249)).body.code).toBe('invalid-offer-amount');
    expect((await offer(15_500)).status).toBe(200);
    const { body } = await seller.get(`/api/conversations/${conversationId}/messages`);
    expect(body.at(-1).content).toBe('Offer: KWD\u00a015.500');
  });

  it('sells a boost for its own price, which the server checks', async () => {
    app = await TestApp.start({
      variables: { ...inDinars, PAYMENTS: 'sandbox', CAMPUS_PRICES: 'boost=900' },
    });
    const seller = await app.signedInClient();
    const { id: bookId } = (await seller.post('/api/books', { ...book, price: 17_000 })).body;
    const start = (amount: number) => seller.post('/api/create-payment-intent', { bookId, amount });
    expect((await start(0.75)).body.code).toBe('amount-mismatch');
    expect((await start(0.9)).status).toBe(200);
    const { rows } = await app.database.pool.query('SELECT amount, currency FROM payments');
    expect(rows).toEqual([{ amount: 900, currency: 'kwd' }]);
  });
});

describe('the currency of a market', () => {
  const start = async (currency?: string) => {
    const variables: Record<string, string> = currency === undefined ? {} : { CAMPUS_CURRENCY: currency };
    return TestApp.start({ database: database!, variables });
  };

  it('can change while nothing is listed', async () => {
    database = await createTestDatabase();
    for (const currency of ['EUR', 'JPY', undefined]) await (await start(currency)).stop();
  });

  it('stays once a book is listed: a start with another one ends', async () => {
    database = await createTestDatabase();
    app = await start('EUR');
    await (await app.signedInClient()).post('/api/books', { ...book, price: 1_700 });
    await app.stop();
    app = null;
    await expect(start('JPY')).rejects.toThrow(/CAMPUS_CURRENCY is JPY, but .* are in EUR/);
    await expect(start()).rejects.toThrow(/CAMPUS_CURRENCY is USD, but .* are in EUR/);
    app = await start('EUR');
  });

  it('is dollars where books were listed before there was a choice', async () => {
    database = await createTestDatabase();
    app = await start();
    await (await app.signedInClient()).post('/api/books', { ...book, price: 1_700 });
    await app.stop();
    app = null;
    await database.pool.query("DELETE FROM installation_state WHERE name = 'currency'");
    await expect(start('EUR')).rejects.toThrow(/CAMPUS_CURRENCY is EUR, but .* are in USD/);
    app = await start('USD');
  });
});

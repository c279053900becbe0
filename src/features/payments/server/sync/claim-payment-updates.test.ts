import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { TestPayments } from '#tests/support/server/test-payments.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';
import type { Payment } from '../../contract.ts';

let till: TestPayments;
let payer: TestClient;

beforeAll(async () => {
  till = await TestPayments.open();
});
beforeEach(async () => {
  till.stripe.isDown = false;
  till.fulfilOverride = null;
  payer = await till.app.signedInClient();
});
afterAll(() => till.app.stop());

const settle = async (body: object = {}, by = payer): Promise<Payment[]> => {
  const reply = await by.post('/api/payments/settle', body);
  expect(reply.status).toBe(200);
  return reply.body.news;
};
const told = (news: Payment[]) => news.map((payment) => [payment.stripePaymentIntentId, payment.status]);

it('syncs on return, fulfills the purchase, and reports it once', async () => {
  const id = await till.startPayment(payer);
  expect(await settle()).toEqual([]);
  till.stripe.pay(id);
  const tabs = await Promise.all([1, 2, 3].map(() => settle({ paymentIntentId: id })));
  expect(told(tabs.flat())).toEqual([[id, 'succeeded']]);
  expect(till.effects(id)).toEqual([1, 0]);
  await till.deliverEvent('payment_intent.succeeded', id);
  expect(await settle({ paymentIntentId: id })).toEqual([]);
  expect(till.effects(id)).toEqual([1, 0]);
});

it('reports the failure of the payment in the URL, once, and of no other payment', async () => {
  const id = await till.startPayment(payer);
  till.stripe.decline(id, 'Your card was declined.');
  expect(await settle()).toEqual([]);
  const [failure] = await settle({ paymentIntentId: id });
  expect(failure).toMatchObject({ status: 'pending', lastError: 'Your card was declined.' });
  expect(await settle({ paymentIntentId: id })).toEqual([]);
  till.stripe.decline(id, 'Your card has expired.');
  expect(told(await settle({ paymentIntentId: id }))).toEqual([[id, 'pending']]);
  till.stripe.pay(id);
  expect(told(await settle())).toEqual([[id, 'succeeded']]);
});

it('reports a refund and its reason once', async () => {
  const id = await till.startPayment(payer);
  till.fulfilOverride = async () => ({ kind: 'impossible', refundReason: 'listing-gone' });
  till.stripe.pay(id);
  // The refund is announced before the status changes.
  expect(await settle()).toMatchObject([{ refundReason: 'listing-gone' }]);
  await expect.poll(async () => (await till.row(id)).status, { timeout: 20_000 }).toBe('refunded');
  expect(await settle()).toEqual([]);
});

it('reports only the refund of a purchase that was refunded before it was fulfilled', async () => {
  const lost = await till.startPayment(payer);
  till.stripe.pay(lost);
  till.stripe.dispute(lost, 'lost');
  const refunded = await till.startPayment(payer);
  till.stripe.pay(refunded);
  till.stripe.refund(refunded);
  expect(await settle()).toEqual([]);
  expect(till.effects(lost)).toEqual([0, 1]);
  expect(told(await settle({ paymentIntentId: refunded }))).toEqual([[refunded, 'refunded']]);
});

it('reports that a payment is processing, and later its outcome', async () => {
  const id = await till.startPayment(payer);
  till.stripe.intent(id).status = 'processing';
  expect(await settle({ paymentIntentId: id })).toMatchObject([{ status: 'pending', processing: true }]);
  expect(await settle({ paymentIntentId: id })).toEqual([]);
  till.stripe.pay(id);
  expect(await settle()).toMatchObject([{ status: 'succeeded', processing: false }]);
});

it('reports no payments of other users', async () => {
  const id = await till.startPayment(payer);
  till.stripe.pay(id);
  const stranger = await till.app.signedInClient();
  const asked = till.stripe.requests.length;
  expect(await settle({ paymentIntentId: id }, stranger)).toEqual([]);
  expect(await settle({ paymentIntentId: 'pi_unknown' }, stranger)).toEqual([]);
  expect(till.stripe.requests.length).toBe(asked);
  expect((await stranger.get('/api/payments')).body).toEqual([]);
  expect((await till.row(id)).status).toBe('pending');
});

it('syncs at most three payments, and the one in the URL', async () => {
  const ids: string[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    till.app.clock.advance({ seconds: 1 });
    ids.push(await till.startPayment(payer));
  }
  const asked = till.stripe.requests.length;
  await settle({ paymentIntentId: ids[0] });
  const about = till.stripe.requests.slice(asked).map((request) => request.split('/')[1]);
  expect(new Set(about)).toEqual(new Set([ids[0], ...ids.slice(2)]));
});

it('skips payments created with the keys of another account', async () => {
  till.stripe.intents.delete(await till.startPayment(payer));
  const id = await till.startPayment(payer);
  till.stripe.pay(id);
  expect(told(await settle())).toEqual([[id, 'succeeded']]);
});

it('reports nothing when the provider does not respond, and says so', async () => {
  const id = await till.startPayment(payer);
  till.stripe.pay(id);
  till.stripe.isDown = true;
  const refused = await payer.post('/api/payments/settle');
  expect([refused.status, refused.body.code]).toEqual([503, 'payment-provider-unavailable']);
  till.stripe.isDown = false;
  expect(told(await settle())).toEqual([[id, 'succeeded']]);
});

it("lists the user's purchases in pages, newest first, without unfinished ones", async () => {
  const ids: string[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    till.app.clock.advance({ seconds: 1 });
    ids.push(await till.startPayment(payer));
  }
  for (const id of ids.slice(0, 3)) till.stripe.pay(id);
  till.stripe.decline(ids[3]!, 'Your card was declined.');
  for (const id of ids) await till.deliverEvent('payment_intent.processing', id);
  const first = await payer.get('/api/payments?limit=3');
  expect(told(first.body)).toEqual([
    [ids[3], 'pending'],
    [ids[2], 'succeeded'],
    [ids[1], 'succeeded'],
  ]);
  const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')![1]!;
  const second = await payer.get(next);
  expect(told(second.body)).toEqual([[ids[0], 'succeeded']]);
  expect(second.headers.get('link')).toBeNull();
  expect(second.body[0]).toMatchObject({
    type: 'boost',
    amount: 299,
    currency: 'usd',
    bookTitle: 'Introduction to Algorithms, 4th Edition',
    card: { brand: 'visa', last4: '4242' },
    receiptUrl: `https://receipts.example/${ids[0]}`,
    testMode: true,
  });
});

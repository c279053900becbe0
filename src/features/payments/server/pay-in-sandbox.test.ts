import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerChallenge, cards, intentOf, payWithCard } from '../../../../tests/support/pay-with-card.ts';
import { TestApp, type Visitor } from '../../../../tests/support/test-app.ts';
import { algorithms } from '../../../../tests/support/test-market.ts';
import type { Payment } from '../contract.ts';
import { sandboxControls } from './sandbox/create-sandbox.ts';

let app: TestApp;
let payer: Visitor;
const given: string[] = [];
const takenBack: string[] = [];

beforeAll(async () => {
  app = await TestApp.start();
  payer = await app.person();
  app.app.payments.sell({
    type: 'boost',
    fulfil: async (_tx, { stripePaymentIntentId }) => {
      given.push(stripePaymentIntentId);
      return { kind: 'given', after: () => {} };
    },
    revoke: async (_tx, { stripePaymentIntentId }) => {
      takenBack.push(stripePaymentIntentId);
      return () => {};
    },
  });
});
afterAll(() => app.stop());

async function begin(): Promise<string> {
  const book = (await payer.post('/api/books', algorithms)).body;
  const started = await app.app.payments.start({ userId: payer.id, type: 'boost', bookId: book.id });
  return started.clientSecret;
}

/** Once the sandbox's event has come through the webhook. */
async function comesTo(secret: string, expected: Partial<Payment>): Promise<void> {
  await expect
    .poll(
      async () =>
        (await payer.get('/api/payments')).body.find(
          (payment: Payment) => payment.stripePaymentIntentId === intentOf(secret),
        ),
      { timeout: 20_000 },
    )
    .toMatchObject(expected);
}

it('takes a good card, and hears of it by the webhook', async () => {
  const secret = await begin();
  expect((await payWithCard(payer, secret)).body).toMatchObject({ status: 'succeeded' });
  await comesTo(secret, { status: 'succeeded', card: { brand: 'visa', last4: '4242' }, testMode: true });
  expect(given).toEqual([intentOf(secret)]);
});

it('takes a good card after a declined one', async () => {
  const secret = await begin();
  expect((await payWithCard(payer, secret, cards.declined)).status).toBe(402);
  await comesTo(secret, { status: 'pending', lastError: 'Your card was declined.' });
  await payWithCard(payer, secret);
  await comesTo(secret, { status: 'succeeded', lastError: null });
});

it('waits for the bank’s question to be answered, and settles on return', async () => {
  const secret = await begin();
  expect((await payWithCard(payer, secret, cards.challenged)).body).toMatchObject({
    status: 'requires_action',
  });
  await answerChallenge(payer, secret, 'complete');
  const { body } = await payer.post('/api/payments/settle', { paymentIntentId: intentOf(secret) });
  const news = body.news.map((payment: Payment) => payment.stripePaymentIntentId);
  expect(news).toContain(intentOf(secret));
  expect(given.filter((id) => id === intentOf(secret))).toHaveLength(1);
});

it('follows refunds and disputes', async () => {
  const [refunded, disputed] = [await begin(), await begin()];
  for (const secret of [refunded, disputed]) {
    await payWithCard(payer, secret);
    await comesTo(secret, { status: 'succeeded' });
  }
  await app.app.payments.ask((stripe) => stripe.refunds.create({ payment_intent: intentOf(refunded) }));
  await comesTo(refunded, { status: 'refunded' });
  const bank = sandboxControls(app.app.context);
  await bank.disputePayment(intentOf(disputed));
  await comesTo(disputed, { status: 'disputed' });
  expect(takenBack).toEqual([intentOf(refunded)]);
  await bank.closeDispute(intentOf(disputed), 'lost');
  await expect.poll(() => takenBack, { timeout: 20_000 }).toContain(intentOf(disputed));
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerChallenge, cards, intentIdOf, payWithCard } from '#tests/support/server/pay-with-card.ts';
import { TestApp, type TestClient } from '#tests/support/server/test-app.ts';
import { algorithms } from '#tests/support/server/test-world.ts';
import type { Payment } from '../../contract.ts';
import { createSandboxControls } from '#packages/stripe-sandbox/payments/disputes.ts';
import { createSandboxContext } from './mount-sandbox.ts';

let app: TestApp;
let payer: TestClient;
const fulfilled: string[] = [];
const revoked: string[] = [];

beforeAll(async () => {
  app = await TestApp.start();
  payer = await app.signedInClient();
  app.app.payments.registerPurchase({
    type: 'boost',
    fulfill: async (_tx, { stripePaymentIntentId }) => {
      fulfilled.push(stripePaymentIntentId);
      return { kind: 'fulfilled' };
    },
    revoke: async (_tx, { stripePaymentIntentId }) => {
      revoked.push(stripePaymentIntentId);
    },
  });
});
afterAll(() => app.stop());

async function startPayment(): Promise<string> {
  const book = (await payer.post('/api/books', algorithms)).body;
  const started = await app.app.payments.start({ userId: payer.id, type: 'boost', bookId: book.id });
  return started.clientSecret;
}

/** Waits until the sandbox's event has changed the payment. */
async function waitFor(secret: string, expected: Partial<Payment>): Promise<void> {
  await expect
    .poll(
      async () =>
        (await payer.get('/api/payments')).body.find(
          (payment: Payment) => payment.stripePaymentIntentId === intentIdOf(secret),
        ),
      { timeout: 20_000 },
    )
    .toMatchObject(expected);
}

it('fulfills the payment of a good card through the webhook', async () => {
  const secret = await startPayment();
  expect((await payWithCard(payer, secret)).body).toMatchObject({ status: 'succeeded' });
  await waitFor(secret, { status: 'succeeded', card: { brand: 'visa', last4: '4242' }, testMode: true });
  expect(fulfilled).toEqual([intentIdOf(secret)]);
});

it('fulfills the payment of a good card after a declined one', async () => {
  const secret = await startPayment();
  expect((await payWithCard(payer, secret, cards.declined)).status).toBe(402);
  await waitFor(secret, { status: 'pending', lastError: 'Your card was declined.' });
  await payWithCard(payer, secret);
  await waitFor(secret, { status: 'succeeded', lastError: null });
});

it('fulfills a payment after its authentication, on return to the profile', async () => {
  const secret = await startPayment();
  expect((await payWithCard(payer, secret, cards.challenged)).body).toMatchObject({
    status: 'requires_action',
  });
  await answerChallenge(payer, secret, 'complete');
  const { body } = await payer.post('/api/payments/settle', { paymentIntentId: intentIdOf(secret) });
  const news = body.news.map((payment: Payment) => payment.stripePaymentIntentId);
  expect(news).toContain(intentIdOf(secret));
  expect(fulfilled.filter((id) => id === intentIdOf(secret))).toHaveLength(1);
});

it('records refunds and disputes', async () => {
  const [refunded, disputed] = [await startPayment(), await startPayment()];
  for (const secret of [refunded, disputed]) {
    await payWithCard(payer, secret);
    await waitFor(secret, { status: 'succeeded' });
  }
  await app.app.payments.call((stripe) => stripe.refunds.create({ payment_intent: intentIdOf(refunded) }));
  await waitFor(refunded, { status: 'refunded' });
  const bank = createSandboxControls(createSandboxContext(app.app.context));
  await bank.disputePayment(intentIdOf(disputed));
  await waitFor(disputed, { status: 'disputed' });
  expect(revoked).toEqual([intentIdOf(refunded)]);
  await bank.closeDispute(intentIdOf(disputed), 'lost');
  await expect.poll(() => revoked, { timeout: 20_000 }).toContain(intentIdOf(disputed));
});

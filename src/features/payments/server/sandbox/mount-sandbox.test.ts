import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerChallenge, cards, intentIdOf, payWithCard } from '#tests/support/server/pay-with-card.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { TestSandboxApp } from '#tests/support/server/test-sandbox-app.ts';

let shop: TestSandboxApp;
let payer: TestClient;
beforeAll(async () => {
  shop = await TestSandboxApp.open();
  payer = await shop.app.signedInClient();
});
afterAll(() => shop.app.stop());

const begin = async () => shop.beginBoost(payer, await shop.list(payer));

it('limits the size of forms', async () => {
  const secret = await begin();
  const url = `/api/payment-sandbox/v1/payment_intents/${intentIdOf(secret)}/authenticate`;
  const send = (form: Record<string, string>) =>
    payer.send('POST', url, new URLSearchParams(form).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
    });
  const incomplete = await send({ client_secret: secret });
  expect([incomplete.status, incomplete.body.error.param]).toEqual([400, 'key']);
  expect(incomplete.headers.get('cache-control')).toBe('no-store');
  expect((await send({ more: 'x'.repeat(20_000) })).status).toBe(413);
});

it('fulfills a payment after its authentication, on return to the profile', async () => {
  const secret = await begin();
  const challenged = await payWithCard(payer, secret, cards.challenged);
  expect(challenged.body).toMatchObject({ status: 'requires_action' });
  await answerChallenge(payer, secret, 'complete');
  const { body } = await payer.post('/api/payments/settle', { paymentIntentId: intentIdOf(secret) });
  expect(body.news).toMatchObject([{ status: 'succeeded', card: { brand: 'visa' }, testMode: true }]);
});

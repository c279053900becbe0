import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await TestApp.start({ variables: { PUBLIC_URL: 'https://bookswap.example.edu' } });
});
afterAll(() => app.stop());

it('sells nothing on a public server without keys, and says so', async () => {
  const { payments } = app.app;
  expect(payments.open).toBe(false);
  expect(() => payments.provider()).toThrow("Purchases aren't available here.");
  const wanted = { userId: crypto.randomUUID(), type: 'boost', bookId: crypto.randomUUID() } as const;
  await expect(payments.start(wanted)).rejects.toMatchObject({ code: 'purchases-disabled', status: 404 });
  expect((await app.visitor().get('/api/payments/provider')).body).toEqual({ provider: null });
});

it('accepts no events of a provider or a sandbox', async () => {
  expect((await app.visitor().post('/api/webhooks/stripe')).status).toBe(404);
  expect((await app.visitor().get('/api/payment-sandbox/v1/payment_intents/pi_1')).status).toBe(404);
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { intentIdOf, payWithCard } from '#tests/support/server/pay-with-card.ts';
import { TestApp, type TestClient } from '#tests/support/server/test-app.ts';

let app: TestApp;
let browser: TestClient;
beforeAll(async () => {
  app = await TestApp.start();
  browser = app.visitor();
});
afterAll(() => app.stop());

const createIntent = () =>
  app.app.payments.call((stripe) => stripe.paymentIntents.create({ amount: 299, currency: 'usd' }));

it('charges once for twenty simultaneous payments', async () => {
  const { id, client_secret } = await createIntent();
  const replies = await Promise.all(Array.from({ length: 20 }, () => payWithCard(browser, client_secret!)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  const { rows } = await app.database.pool.query(
    "SELECT FROM sandbox_objects WHERE kind = 'charge' AND data ->> 'payment_intent' = $1",
    [id],
  );
  expect(rows).toHaveLength(1);
});

it('stores neither the number nor the code of a card', async () => {
  const { client_secret } = await createIntent();
  expect((await payWithCard(browser, client_secret!)).status).toBe(200);
  const { rows } = await app.database.pool.query(
    `SELECT FROM sandbox_objects WHERE data::text LIKE '%42424242%' OR data::text LIKE '%"cvc":%'`,
  );
  expect(rows).toEqual([]);
});

it('limits the size of forms', async () => {
  const { client_secret } = await createIntent();
  const url = `/api/payment-sandbox/v1/payment_intents/${intentIdOf(client_secret!)}/authenticate`;
  const send = (form: Record<string, string>) =>
    browser.send('POST', url, new URLSearchParams(form).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
    });
  const incomplete = await send({ client_secret: client_secret! });
  expect([incomplete.status, incomplete.body.error.param]).toEqual([400, 'key']);
  expect(incomplete.headers.get('cache-control')).toBe('no-store');
  expect((await send({ more: 'x'.repeat(20_000) })).status).toBe(413);
});

it('repeats the response to an idempotency key, also for twenty simultaneous requests', async () => {
  const values = { amount: 299, currency: 'usd' };
  const created = await Promise.all(
    Array.from({ length: 20 }, () =>
      app.app.payments.call((stripe) =>
        stripe.paymentIntents.create(values, { idempotencyKey: 'twenty at once' }),
      ),
    ),
  );
  expect(new Set(created.map(({ id }) => id)).size).toBe(1);
});

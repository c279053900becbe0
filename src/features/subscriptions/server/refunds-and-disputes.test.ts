import { afterAll, beforeAll, expect, it } from 'vitest';
import { intentIdOf } from '#tests/support/server/pay-with-card.ts';
import { TestSandboxApp } from '#tests/support/server/test-sandbox-app.ts';

let shop: TestSandboxApp;

beforeAll(async () => {
  shop = await TestSandboxApp.open();
});
afterAll(() => shop.app.stop());

it('ends with a lost dispute, not with a won one', async () => {
  const person = await shop.app.signedInClient();
  const intent = await shop.subscribe(person);
  const bought = await shop.adFree(person);
  await shop.dispute(intent, 'won');
  expect(await shop.adFree(person)).toEqual(bought);
  const other = await shop.app.signedInClient();
  await shop.dispute(await shop.subscribe(other), 'lost');
  expect(await shop.adFree(other)).toEqual({ flag: false, until: null, state: 'ended' });
});

it('ends if the payment was refunded before its first event', async () => {
  const person = await shop.app.signedInClient();
  const secret = await shop.beginAdFree(person);
  await shop.pay(secret);
  await shop.refund(intentIdOf(secret));
  await shop.drainJobs();
  expect(await shop.adFree(person)).toMatchObject({ flag: false, state: 'ended' });
  expect((await shop.atProvider(await shop.subscriptionOf(person))).status).toBe('canceled');
});

it('is sold to a user whom the provider deleted', async () => {
  const person = await shop.app.signedInClient();
  await shop.subscribe(person);
  const { payments } = shop.app.app;
  const customer = await payments.withCustomer(person.id, async (id) => id);
  const id = await shop.list(person);
  const begun = await shop.beginBoost(person, id);
  await payments.call((stripe) => stripe.customers.del(customer));
  await shop.drainJobs();
  expect(intentIdOf(await shop.beginBoost(person, id))).not.toBe(intentIdOf(begun));
  await shop.advanceTime({ days: 40 });
  await shop.subscribe(person);
  expect(await shop.adFree(person)).toMatchObject({ flag: true, state: 'active' });
  await shop.boost(person, id);
  expect((await shop.app.visitor().get(`/api/books/${id}`)).body.isBoosted).toBe(true);
});

it('stays terminated while the provider does not know it, and repeats the cancellation', async () => {
  const person = await shop.app.signedInClient();
  const intent = await shop.subscribe(person);
  await shop.refund(intent);
  await shop.drainJobs();
  const { rows } = await shop.app.database.pool.query<{ id: string }>(
    'SELECT stripe_subscription_id AS id FROM subscriptions WHERE user_id = $1',
    [person.id],
  );
  // Its cancellation did not reach the provider.
  await shop.app.database.pool.query(
    `UPDATE sandbox_objects SET data = data || '{"status": "active", "ended_at": null}' WHERE id = $1`,
    [rows[0]!.id],
  );
  const told = (await shop.events()).find(({ data }) => data.object.id === rows[0]!.id)!;
  expect((await shop.deliverAgain({ ...told, id: 'evt_anotherone' })).status).toBe(200);
  await shop.drainJobs();
  expect(await shop.adFree(person)).toMatchObject({ flag: false, state: 'ended' });
  expect((await shop.atProvider(await shop.subscriptionOf(person))).status).toBe('canceled');
});

it('expires after a change of the provider, and can then be bought from the new one', async () => {
  const person = await shop.app.signedInClient();
  await shop.subscribe(person);
  const { until } = await shop.adFree(person);
  await shop.app.database.pool.query(`UPDATE subscriptions SET provider = 'stripe-test' WHERE user_id = $1`, [
    person.id,
  ]);
  expect(await shop.adFree(person)).toEqual({ flag: true, until, state: 'ended' });
  expect((await person.post('/api/subscription/cancel')).body.code).toBe('subscription-not-running');
  await shop.advanceTime({ days: 31 });
  expect(await shop.adFree(person)).toEqual({ flag: false, until, state: 'ended' });
  await shop.subscribe(person);
  expect(await shop.adFree(person)).toMatchObject({ flag: true, state: 'active' });
});

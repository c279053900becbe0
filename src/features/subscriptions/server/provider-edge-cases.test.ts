import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { intentIdOf } from '#tests/support/server/pay-with-card.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { TestSandboxApp } from '#tests/support/server/test-sandbox-app.ts';

let shop: TestSandboxApp;

beforeAll(async () => {
  shop = await TestSandboxApp.open();
});
beforeEach(() => shop.forgetOthers());
afterAll(() => shop.app.stop());

/** The keys are of another account, and of the right one again. */
const hide = (id: string) =>
  shop.app.database.pool.query(`UPDATE sandbox_objects SET kind = 'hidden' WHERE id = $1`, [id]);
const unhide = (id: string) =>
  shop.app.database.pool.query(`UPDATE sandbox_objects SET kind = 'subscription' WHERE id = $1`, [id]);

async function subscriber(): Promise<{ person: TestClient; id: string; until: string }> {
  const person = await shop.app.signedInClient();
  await shop.subscribe(person);
  const { until } = await shop.adFree(person);
  return { person, id: await shop.subscriptionOf(person), until: until! };
}

/** Something has happened to it, says the provider. */
async function tell(id: string): Promise<number> {
  const about = (await shop.events()).find(({ data }) => data.object.id === id)!;
  const { status } = await shop.deliverAgain({ ...about, id: `evt_${crypto.randomUUID()}` });
  await shop.drainJobs();
  return status;
}

async function setPeriodEnd(id: string, at: number): Promise<void> {
  await shop.app.database.pool.query(
    `UPDATE sandbox_objects SET data = jsonb_set(data, '{items,data,0,current_period_end}', $2) WHERE id = $1`,
    [id, at],
  );
}

const inDays = (days: number) => Math.floor(shop.app.clock.now().getTime() / 1000) + days * 86_400;
const dateOf = (seconds: number) => new Date(seconds * 1000).toISOString();

it('continues when the provider does not know it for a while', async () => {
  const { person, id, until } = await subscriber();
  await hide(id);
  for (const call of ['subscription/cancel', 'subscription/resume', 'create-adfree-purchase']) {
    const { status, body, headers } = await person.post(`/api/${call}`);
    const answer = [call, status, body.code, headers.get('retry-after')];
    expect(answer).toEqual([call, 503, 'subscription-not-found-at-provider', '5']);
  }
  expect(await tell(id)).toBe(503);
  expect(await shop.adFree(person)).toEqual({ flag: true, until, state: 'active' });
  await unhide(id);
  expect((await person.post('/api/subscription/cancel')).body.subscription.state).toBe('ending');
});

it('can be bought again after the period of an unknown one, which is terminated when it appears', async () => {
  const { person, id } = await subscriber();
  await hide(id);
  await shop.advanceTime({ days: 32 });
  expect((await person.post('/api/create-adfree-purchase')).status).toBe(503);
  await shop.advanceTime({ days: 3 });
  await shop.subscribe(person);
  const bought = await shop.adFree(person);
  expect(bought).toMatchObject({ flag: true, state: 'active' });
  await unhide(id);
  await shop.advanceTime({ hours: 2 });
  expect((await shop.atProvider(id)).status).toBe('canceled');
  expect(await shop.adFree(person)).toEqual(bought);
});

it('is created again immediately if an unpaid one is unknown', async () => {
  const person = await shop.app.signedInClient();
  await shop.beginAdFree(person);
  await hide(await shop.subscriptionOf(person));
  await shop.subscribe(person);
  expect(await shop.adFree(person)).toMatchObject({ flag: true, state: 'active' });
});

it('includes a trial, and can be canceled during it', async () => {
  const { person, id } = await subscriber();
  const end = inDays(45);
  await shop.setAtProvider(id, { status: 'trialing', trial_end: end });
  await setPeriodEnd(id, end);
  expect(await tell(id)).toBe(200);
  expect(await shop.adFree(person)).toEqual({ flag: true, until: dateOf(end), state: 'active' });
  expect((await person.post('/api/create-adfree-purchase')).body.code).toBe('ad-free-already-active');
  expect((await person.post('/api/subscription/cancel')).body.subscription.state).toBe('ending');
  expect(await shop.atProvider(id)).toMatchObject({ status: 'trialing', cancel_at_period_end: true });
});

it('includes the period of an invoice that was paid without a payment', async () => {
  const { person, id } = await subscriber();
  const { latest_invoice: first } = await shop.atProvider(id);
  if (first === null || typeof first === 'string') throw new Error('not expanded');
  const end = inDays(61);
  await setPeriodEnd(id, end);
  // A coupon of 100 %.
  const { lines } = first;
  const free = { ...first, id: `in_free${first.id.slice(3)}`, billing_reason: 'subscription_cycle' };
  const period = { start: lines.data[0]!.period.end, end };
  await shop.app.database.pool.query(
    `INSERT INTO sandbox_objects (id, kind, data, created_at) VALUES ($1, 'invoice', $2, $3)`,
    [free.id, { ...free, lines: { ...lines, data: [{ ...lines.data[0], period }] } }, shop.app.clock.now()],
  );
  await shop.setAtProvider(id, { latest_invoice: free.id });
  expect(await tell(id)).toBe(200);
  expect(await shop.adFree(person)).toEqual({ flag: true, until: dateOf(end), state: 'active' });
});

it('is shown as ending at a date set at the provider, which can be undone', async () => {
  const { person, id } = await subscriber();
  const { items } = await shop.atProvider(id);
  await shop.setAtProvider(id, { cancel_at: items.data[0]!.current_period_end });
  await tell(id);
  expect(await shop.adFree(person)).toMatchObject({ flag: true, state: 'ending' });
  expect((await person.post('/api/subscription/resume')).body.subscription.state).toBe('active');
  expect((await shop.atProvider(id)).cancel_at).toBe(null);
});

it('is sold at a new price after the old one was archived at the provider', async () => {
  const { id } = await subscriber();
  const archived = (await shop.atProvider(id)).items.data[0]!.price.id;
  await shop.setAtProvider(archived, { active: false });
  const { person, id: next } = await subscriber();
  expect(await shop.adFree(person)).toMatchObject({ flag: true, state: 'active' });
  expect((await shop.atProvider(next)).items.data[0]!.price).toMatchObject({
    active: true,
    unit_amount: 499,
  });
  // Also by a process that has sold nothing yet.
  const { rows } = await shop.app.database.pool.query(
    `SELECT FROM sandbox_objects WHERE kind = 'price' AND data ->> 'active' = 'true'`,
  );
  expect(rows).toHaveLength(1);
});

it('waits while the first payment is processing, and is created again if that had another price', async () => {
  const person = await shop.app.signedInClient();
  const intent = intentIdOf(await shop.beginAdFree(person));
  await shop.setAtProvider(intent, { status: 'processing' });
  expect((await person.post('/api/create-adfree-purchase')).body.code).toBe('payment-processing');
  await shop.setAtProvider(intent, { status: 'requires_payment_method' });
  expect(intentIdOf(await shop.beginAdFree(person))).toBe(intent);
  await shop.app.database.pool.query(
    `UPDATE sandbox_objects SET data = data || '{"amount_requested": 399}'
     WHERE kind = 'invoice_payment' AND data #>> '{payment,payment_intent}' = $1`,
    [intent],
  );
  expect(intentIdOf(await shop.subscribe(person))).not.toBe(intent);
  expect(await shop.adFree(person)).toMatchObject({ flag: true, state: 'active' });
});

it('handles a burst of events about it and its invoices, including those of an older API', async () => {
  const { person, id } = await subscriber();
  await shop.setAtProvider(id, { cancel_at_period_end: true });
  const told = (await shop.events()).find(({ type }) => type === 'invoice.paid')!;
  const burst = Array.from({ length: 12 }, (_, index) => {
    const invoice = { id: `in_old${index}`, object: 'invoice', subscription: id };
    const event = { ...told, id: `evt_old${index}`, api_version: '2024-06-20', data: { object: invoice } };
    return shop.deliverAgain(event);
  });
  expect((await Promise.all(burst)).map(({ status }) => status)).toEqual(burst.map(() => 200));
  await shop.drainJobs();
  expect(await shop.adFree(person)).toMatchObject({ flag: true, state: 'ending' });
});

it("is retried later when it can't be synced, and blocks the deletion of its user", async () => {
  const { person, id } = await subscriber();
  await shop.setAtProvider(id, { status: 'unheard_of' });
  await shop.advanceTime({ days: 32 });
  const { rows } = await shop.app.database.pool.query<{ next_check_at: Date }>(
    'SELECT next_check_at FROM subscriptions WHERE user_id = $1',
    [person.id],
  );
  expect(rows[0]!.next_check_at.getTime()).toBe(shop.app.clock.now().getTime() + 3600_000);
  await expect(
    shop.app.database.pool.query('DELETE FROM users WHERE id = $1', [person.id]),
  ).rejects.toMatchObject({ code: expect.stringMatching(/^23(001|503)$/) });
});

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
  const { person } = await subscriber();
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

it('expires after a change of the provider, and can then be bought from the new one', async () => {
  const { person, until } = await subscriber();
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

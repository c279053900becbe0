import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { TestPayments } from '#tests/support/server/test-payments.ts';

let till: TestPayments;

beforeAll(async () => {
  till = await TestPayments.open();
});
beforeEach(async () => {
  till.stripe.isDown = false;
  till.stripe.before = () => {};
  till.stripe.failing = /^never$/;
  till.fulfilOverride = null;
  await till.app.database.pool.query('TRUNCATE payments, webhook_events CASCADE');
});
afterAll(() => till.app.stop());

const reconcile = () => till.app.app.context.jobs.runNow('reconcile-payments');
const asked = async (work: () => Promise<void>) => {
  const before = till.stripe.requests.length;
  await work();
  return till.stripe.requests.slice(before).map((request) => request.split('/')[1]);
};

it('finds payments without an event, but only after a quarter of an hour', async () => {
  const id = await till.startPayment();
  till.stripe.pay(id);
  till.app.clock.advance({ minutes: 14, seconds: 59 });
  expect(await asked(reconcile)).toEqual([]);
  till.app.clock.advance({ seconds: 1 });
  await reconcile();
  expect(await till.row(id)).toMatchObject({ status: 'succeeded', next_check_at: null });
  expect(till.effects(id)).toEqual([1, 0]);
  expect(await asked(reconcile)).toEqual([]);
});

it('asks at growing intervals, and cancels payments unfinished after a day', async () => {
  const id = await till.startPayment();
  const times: number[] = [];
  for (let minutes = 0; minutes < 26 * 60; minutes += 5) {
    if ((await asked(reconcile)).length > 0) times.push(minutes);
    till.app.clock.advance({ minutes: 5 });
  }
  expect(times).toEqual([15, 30, 60, 120, 240, 480, 960, 1440]);
  expect(till.stripe.intent(id)).toMatchObject({ status: 'canceled' });
  expect(await till.row(id)).toMatchObject({ status: 'canceled', next_check_at: null });
});

it('does not cancel a payment that is processing', async () => {
  const id = await till.startPayment();
  till.stripe.intent(id).status = 'processing';
  till.app.clock.advance({ hours: 30 });
  await reconcile();
  expect((await till.row(id)).status).toBe('pending');
  till.stripe.pay(id);
  till.app.clock.advance({ hours: 24 });
  await reconcile();
  expect(till.effects(id)).toEqual([1, 0]);
});

it('waits while the provider does not respond, and skips payments it does not know', async () => {
  const lost = await till.startPayment();
  till.app.clock.advance({ minutes: 1 });
  const id = await till.startPayment();
  till.stripe.pay(id);
  till.app.clock.advance({ minutes: 20 });
  till.stripe.isDown = true;
  await reconcile();
  expect((await till.row(id)).status).toBe('pending');
  till.stripe.isDown = false;
  till.stripe.intents.delete(lost);
  till.app.clock.advance({ minutes: 15 });
  await reconcile();
  expect((await till.row(id)).status).toBe('succeeded');
  expect((await till.row(lost)).status).toBe('pending');
  expect(await asked(reconcile)).toEqual([]);
  till.app.clock.advance({ hours: 24 });
  expect(await asked(reconcile)).toContain(lost);
  expect(await till.row(lost)).toMatchObject({ status: 'pending', next_check_at: null });
});

it('stops this run when the provider responds to no request', async () => {
  for (let turn = 0; turn < 5; turn += 1) await till.startPayment(await till.app.signedInClient());
  till.app.clock.advance({ minutes: 20 });
  till.stripe.isDown = true;
  await expect(reconcile()).rejects.toMatchObject({ code: 'payment-provider-unavailable' });
  till.stripe.isDown = false;
  expect(await asked(reconcile)).toHaveLength(2);
});

it('syncs other payments although the provider does not respond about some', async () => {
  const [broken, id] = [await till.startPayment(), await till.startPayment()];
  till.stripe.pay(id);
  till.app.clock.advance({ minutes: 20 });
  till.stripe.failing = new RegExp(`payment_intents/${broken}`);
  await reconcile();
  expect((await till.row(id)).status).toBe('succeeded');
  expect(await asked(reconcile)).toEqual([]);
});

it("asks about every user's first payment before any second one", async () => {
  const busy = await till.app.signedInClient();
  for (let turn = 0; turn < 4; turn += 1) await till.startPayment(busy);
  till.app.clock.advance({ seconds: 1 });
  const id = await till.startPayment();
  till.app.clock.advance({ minutes: 20 });
  expect((await asked(reconcile)).indexOf(id)).toBe(1);
});

it('refunds after the bank has decided, and reports a failed refund', async () => {
  const id = await till.startPayment();
  till.fulfilOverride = async () => ({ kind: 'impossible', refundReason: 'listing-gone' });
  till.stripe.pay(id);
  till.stripe.before = (request) => {
    if (request === 'POST refunds' && till.stripe.refunds.length === 0)
      till.stripe.dispute(id, 'needs_response');
  };
  await till.deliverEvent('payment_intent.succeeded', id);
  await till.app.app.context.jobs.runNow('refund-payment');
  await expect.poll(async () => (await till.row(id)).status, { timeout: 20_000 }).toBe('disputed');
  till.stripe.before = () => {};
  till.stripe.dispute(id, 'won');
  till.app.clock.advance({ hours: 1 });
  await reconcile();
  till.stripe.forgetKeys();
  till.app.clock.advance({ days: 2 });
  await reconcile();
  expect(await till.row(id)).toMatchObject({ status: 'refunded', next_check_at: null });
  Object.assign(till.stripe.intent(id).latest_charge!, { amount_refunded: 0 });
  await till.deliverEvent('charge.refund.updated', id);
  expect((await till.history(id)).at(-1)).toContain('the refund has failed');
});

it('retries a refund whose job was lost', async () => {
  const id = await till.startPayment();
  till.fulfilOverride = async () => ({ kind: 'impossible', refundReason: 'listing-gone' });
  till.stripe.pay(id);
  // The provider takes the question, but no refund, for longer than the job is retried.
  till.stripe.before = (request) => {
    till.stripe.isDown = request === 'POST refunds';
  };
  await till.deliverEvent('payment_intent.succeeded', id);
  expect(await till.row(id)).toMatchObject({ status: 'succeeded', refund_reason: 'listing-gone' });
  await till.app.database.pool.query('DELETE FROM pgboss.job');
  till.stripe.before = () => {
    till.stripe.isDown = false;
  };
  till.app.clock.advance({ minutes: 20 });
  await reconcile();
  expect(await till.row(id)).toMatchObject({ status: 'refunded', next_check_at: null });
  expect(till.stripe.refunds.filter(({ payment_intent }) => payment_intent === id)).toHaveLength(1);
});

it('ignores payments of another provider', async () => {
  const id = await till.startPayment();
  await till.app.database.pool.query(`UPDATE payments SET provider = 'stripe-live'`);
  till.app.clock.advance({ hours: 30 });
  expect(await asked(reconcile)).toEqual([]);
  expect((await till.deliverEvent('payment_intent.succeeded', id)).status).toBe(200);
  expect((await till.row(id)).status).toBe('pending');
});

it('deletes events that are no longer repeated', async () => {
  const id = await till.startPayment();
  await till.deliverEvent('payment_intent.processing', id);
  const kept = async () => (await till.app.database.pool.query('SELECT id FROM webhook_events')).rows.length;
  const before = await kept();
  till.app.clock.advance({ days: 59 });
  await till.app.app.context.jobs.runNow('delete-old-webhook-events');
  expect(await kept()).toBe(before);
  till.app.clock.advance({ days: 2 });
  await till.app.app.context.jobs.runNow('delete-old-webhook-events');
  expect(await kept()).toBe(0);
});

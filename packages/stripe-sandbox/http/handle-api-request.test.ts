import Stripe from 'stripe';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestSandbox, testKeys } from '../testing/test-sandbox.ts';

let sandbox: TestSandbox;
let stripe: Stripe;
beforeAll(async () => {
  sandbox = new TestSandbox();
  stripe = sandbox.stripe;
});
beforeEach(() => {
  sandbox.webhookStatus = 200;
});

const paid = async (amount = 299) => {
  const { id, secret } = await sandbox.createIntent(amount);
  expect((await sandbox.pay(secret, '4242424242424242')).status).toBe(200);
  return { id };
};
const chargeOf = async (id: string) => {
  const intent = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
  return intent.latest_charge as Stripe.Charge;
};

describe('a request', () => {
  it('needs the secret key', async () => {
    for (const key of ['sk_test_other', testKeys.publishableKey])
      await expect(sandbox.client(key).customers.create()).rejects.toBeInstanceOf(
        Stripe.errors.StripeAuthenticationError,
      );
  });

  it('is refused with the errors of Stripe', async () => {
    const create = (fields: object) => () =>
      stripe.paymentIntents.create({ amount: 299, currency: 'usd', ...fields });
    const methods = { automatic_payment_methods: { enabled: true, color: 'red' } };
    const wrong: [() => Promise<unknown>, object][] = [
      [() => stripe.paymentIntents.retrieve('pi_none'), { code: 'resource_missing', statusCode: 404 }],
      [create({ currency: undefined }), { code: 'parameter_missing', param: 'currency' }],
      [create({ color: 'red' }), { code: 'parameter_unknown', param: 'color', statusCode: 400 }],
      [create(methods), { code: 'parameter_unknown', param: 'automatic_payment_methods[color]' }],
      [create({ amount: 2.99 }), { param: 'amount', statusCode: 400 }],
      [create({ currency: 'euro' }), { param: 'currency' }],
      [create({ customer: 'cus_none' }), { code: 'resource_missing', param: 'customer' }],
      [() => stripe.customers.create({ expand: ['color'] }), { param: 'expand' }],
      [() => stripe.balance.retrieve(), { statusCode: 404, type: 'StripeInvalidRequestError' }],
    ];
    for (const [request, expected] of wrong) await expect(request()).rejects.toMatchObject(expected);
  });
});

describe('an idempotency key', () => {
  const values = { amount: 299, currency: 'usd' };

  it('repeats the response to the same request, also for twenty at once', async () => {
    const made = await Promise.all(
      Array.from({ length: 20 }, () => stripe.paymentIntents.create(values, { idempotencyKey: 'once' })),
    );
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(new Set(made.map(({ client_secret }) => client_secret)).size).toBe(1);
    expect((await stripe.paymentIntents.create(values, { idempotencyKey: 'other' })).id).not.toBe(
      made[0]!.id,
    );
  });

  it('is refused with another request', async () => {
    await stripe.paymentIntents.create(values, { idempotencyKey: 'mine' });
    await expect(
      stripe.paymentIntents.create({ ...values, amount: 499 }, { idempotencyKey: 'mine' }),
    ).rejects.toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
  });

  it('does not repeat an invalid request', async () => {
    await expect(
      stripe.paymentIntents.create({ ...values, amount: 1 }, { idempotencyKey: 'corrected' }),
    ).rejects.toMatchObject({ param: 'amount' });
    await stripe.paymentIntents.create(values, { idempotencyKey: 'corrected' });
  });

  it('is deleted after a day', async () => {
    const before = await stripe.paymentIntents.create(values, { idempotencyKey: 'old' });
    await sandbox.advanceTime({ days: 1, minutes: 1 });
    expect((await stripe.paymentIntents.create(values, { idempotencyKey: 'old' })).id).not.toBe(before.id);
  });
});

describe('an intent', () => {
  it('can be canceled once, until it is paid', async () => {
    const { id } = await stripe.paymentIntents.create({ amount: 299, currency: 'usd' });
    const canceled = await stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' });
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' });
    expect(await sandbox.eventTypes(id)).toEqual(['payment_intent.canceled']);
    const done = await paid();
    for (const after of [() => stripe.paymentIntents.cancel(id), () => stripe.paymentIntents.cancel(done.id)])
      await expect(after()).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' });
  });
});

describe('a price', () => {
  it('is found by its lookup key, which no other price can have', async () => {
    const product = await stripe.products.create({ name: 'Ad-free' });
    const values = {
      product: product.id,
      currency: 'usd',
      unit_amount: 499,
      lookup_key: 'ad-free',
      recurring: { interval: 'month' as const },
    };
    const price = await stripe.prices.create(values);
    const { data } = await stripe.prices.list({ lookup_keys: ['ad-free'], limit: 1 });
    expect(data.map(({ id }) => id)).toEqual([price.id]);
    await expect(stripe.prices.create(values)).rejects.toMatchObject({ code: 'resource_already_exists' });
  });
});

describe('a refund', () => {
  it('returns all money once', async () => {
    const { id } = await paid();
    const refund = () => stripe.refunds.create({ payment_intent: id }, { idempotencyKey: `refund ${id}` });
    const [one, other] = await Promise.all([refund(), refund()]);
    expect(one).toMatchObject({ amount: 299, status: 'succeeded', payment_intent: id });
    expect(other.id).toBe(one.id);
    expect(await chargeOf(id)).toMatchObject({ refunded: true, amount_refunded: 299 });
    await expect(stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    });
    expect(await sandbox.eventTypes(id)).toEqual([
      'charge.refunded',
      'payment_intent.succeeded',
      'refund.created',
    ]);
  });
});

describe('a dispute', () => {
  it.each(['won', 'lost'] as const)('is opened, then %s', async (outcome) => {
    const { id } = await paid();
    await sandbox.controls.disputePayment(id);
    const charge = await chargeOf(id);
    expect(charge).toMatchObject({ disputed: true });
    await expect(stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({
      code: 'charge_disputed',
    });
    await sandbox.controls.closeDispute(id, outcome);
    const { data } = await stripe.disputes.list({ charge: charge.id });
    expect(data.map(({ status }) => status)).toEqual([outcome]);
    await expect(sandbox.controls.closeDispute(id, 'lost')).rejects.toThrow('is not disputed');
    expect(await sandbox.eventTypes(id)).toEqual([
      'charge.dispute.closed',
      'charge.dispute.created',
      'payment_intent.succeeded',
    ]);
  });
});

describe('events', () => {
  it('are signed, name their cause, and fail until the webhook accepts them', async () => {
    await sandbox.deliverEvents();
    sandbox.webhookStatus = 503;
    const { id } = await paid();
    await expect(sandbox.deliverEvents()).rejects.toThrow('The webhook returned 503');
    sandbox.webhookStatus = 200;
    expect(await sandbox.eventTypes(id)).toEqual(['payment_intent.succeeded']);
    const event = sandbox.events.find(({ data }) => (data.object as { id: string }).id === id)!;
    expect(event).toMatchObject({
      object: 'event',
      api_version: Stripe.API_VERSION,
      livemode: false,
      data: { object: { status: 'succeeded', amount: 299 } },
    });
  });
});

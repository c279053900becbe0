import type Stripe from 'stripe';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { TestSandbox } from '../testing/test-sandbox.ts';
import { getPeriodEnd } from './get-period-end.ts';

const goodCard = '4242424242424242';
const cardThatFailsLater = '4000000000000341';
const expanded = { expand: ['latest_invoice.confirmation_secret', 'latest_invoice.payments'] };

let sandbox: TestSandbox;
let stripe: Stripe;
let customer: string;
let price: string;
beforeEach(async () => {
  sandbox = new TestSandbox();
  stripe = sandbox.stripe;
  customer = (await stripe.customers.create()).id;
  const { id: product } = await stripe.products.create({ name: 'Ad-free' });
  const recurring = { interval: 'month' as const };
  const values = { currency: 'usd', unit_amount: 499, lookup_key: 'ad-free' };
  price = (await stripe.prices.create({ ...values, recurring, product })).id;
});

const invoiceOf = (subscription: Stripe.Subscription) => subscription.latest_invoice as Stripe.Invoice;
const secretOf = (subscription: Stripe.Subscription) =>
  invoiceOf(subscription).confirmation_secret!.client_secret;
const intentOf = (subscription: Stripe.Subscription) =>
  invoiceOf(subscription).payments!.data[0]!.payment.payment_intent as string;
const toDay = (seconds: number | null) => seconds && new Date(seconds * 1000).toISOString().slice(0, 10);
const periodOf = ({ items }: Stripe.Subscription) => [
  toDay(items.data[0]!.current_period_start),
  toDay(items.data[0]!.current_period_end),
];

const createSubscription = () =>
  stripe.subscriptions.create({
    customer,
    items: [{ price }],
    payment_behavior: 'default_incomplete',
    payment_settings: { save_default_payment_method: 'on_subscription' },
    ...expanded,
  });
const retrieve = (id: string) => stripe.subscriptions.retrieve(id, expanded);
const subscribe = async (card = goodCard) => {
  const subscription = await createSubscription();
  expect((await sandbox.pay(secretOf(subscription), card)).body.status).toBe('succeeded');
  return retrieve(subscription.id);
};

describe('a new subscription', () => {
  it('is incomplete, with an open invoice and its intent', async () => {
    const subscription = await createSubscription();
    expect(subscription).toMatchObject({ status: 'incomplete', default_payment_method: null });
    const invoice = invoiceOf(subscription);
    expect(invoice).toMatchObject({ status: 'open', amount_due: 499, billing_reason: 'subscription_create' });
    expect(invoice.parent?.subscription_details?.subscription).toBe(subscription.id);
    expect(invoice).not.toHaveProperty('payment_intent');
    expect(invoice.payments?.data).toMatchObject([
      {
        invoice: invoice.id,
        status: 'open',
        amount_requested: 499,
        payment: { payment_intent: intentOf(subscription) },
      },
    ]);
  });

  it('becomes active with its first payment, and stores the card', async () => {
    const subscription = await subscribe();
    expect(subscription.status).toBe('active');
    expect(subscription.default_payment_method).toMatch(/^pm_/);
    expect(periodOf(subscription)).toEqual(['2026-09-01', '2026-10-01']);
    expect(invoiceOf(subscription)).toMatchObject({
      status: 'paid',
      confirmation_secret: null,
    });
    expect(await sandbox.eventTypes(subscription.id)).toEqual([
      'customer.subscription.created',
      'customer.subscription.updated',
      'invoice.paid',
    ]);
  });

  it('expires after 23 hours, and can no longer be paid', async () => {
    const subscription = await createSubscription();
    await sandbox.advanceTime({ hours: 22, minutes: 59 });
    expect((await retrieve(subscription.id)).status).toBe('incomplete');
    await sandbox.advanceTime({ minutes: 1 });
    const expired = await retrieve(subscription.id);
    expect([expired.status, invoiceOf(expired).status]).toEqual(['incomplete_expired', 'void']);
    const intent = await stripe.paymentIntents.retrieve(intentOf(subscription));
    expect(intent).toMatchObject({ status: 'canceled', cancellation_reason: 'void_invoice' });
    const { status, body } = await sandbox.pay(secretOf(subscription), goodCard);
    expect([status, body.error.code]).toEqual([400, 'payment_intent_unexpected_state']);
  });
});

describe('a renewal', () => {
  it('locks the sandbox once, for its own step', async () => {
    await subscribe();
    const locked = vi.spyOn(sandbox.storage, 'runTransaction');
    await sandbox.advanceTime({ days: 29 });
    expect(locked).toHaveBeenCalledTimes(0);
    await sandbox.advanceTime({ days: 1 });
    expect(locked).toHaveBeenCalledTimes(1);
  });

  it('charges the stored card once at the end of each period', async () => {
    const { id } = await subscribe();
    for (const [days, until] of [
      [30, '2026-11-01'],
      [31, '2026-12-01'],
      [30, '2027-01-01'],
    ] as const) {
      await sandbox.advanceTime({ days });
      await sandbox.advanceTime({ minutes: 1 });
      const subscription = await retrieve(id);
      expect([subscription.status, periodOf(subscription)[1]]).toEqual(['active', until]);
    }
    const { data } = await stripe.invoices.list({ subscription: id });
    expect(data.map(({ status, billing_reason }) => `${status} ${billing_reason}`)).toEqual([
      ...Array.from({ length: 3 }, () => 'paid subscription_cycle'),
      'paid subscription_create',
    ]);
    const intents = sandbox.storage.objects('payment_intent').map(({ data }) => data);
    expect(intents).toMatchObject(Array.from({ length: 4 }, () => ({ customer, status: 'succeeded' })));
  });

  it('catches up after a long pause, with the time of each renewal', async () => {
    const { id } = await subscribe();
    await sandbox.advanceTime({ days: 100 });
    const { data } = await stripe.invoices.list({ subscription: id });
    expect(data.map(({ created, lines }) => [toDay(created), toDay(lines.data[0]!.period.end)])).toEqual([
      ['2026-12-01', '2027-01-01'],
      ['2026-11-01', '2026-12-01'],
      ['2026-10-01', '2026-11-01'],
      ['2026-09-01', '2026-10-01'],
    ]);
    expect(await sandbox.eventTypes(id)).toContain('invoice.paid');
  });

  it('counts calendar months: from the 31st to the 28th, and to the 31st again', () => {
    const at = (text: string) => Date.parse(text) / 1000;
    const anchor = at('2027-01-31T10:00:00Z');
    const ends = [anchor];
    for (let month = 0; month < 14; month++) ends.push(getPeriodEnd(anchor, ends.at(-1)!));
    const days = ends.map((end) => String(toDay(end)).slice(2));
    expect(days.join(' ')).toBe(
      '27-01-31 27-02-28 27-03-31 27-04-30 27-05-31 27-06-30 27-07-31 27-08-31 27-09-30 27-10-31 27-11-30 27-12-31 28-01-31 28-02-29 28-03-31',
    );
  });
});

describe('a failed renewal', () => {
  it('is retried after 1, 2 and 3 days, then the subscription ends', async () => {
    const { id } = await subscribe(cardThatFailsLater);
    await sandbox.advanceTime({ days: 30 });
    const failed = await retrieve(id);
    expect([failed.status, ...periodOf(failed)]).toEqual(['past_due', '2026-10-01', '2026-11-01']);
    for (const attempts of [1, 2, 3]) {
      const subscription = await retrieve(id);
      const { status, attempt_count } = invoiceOf(subscription);
      expect([subscription.status, status, attempt_count]).toEqual(['past_due', 'open', attempts]);
      await sandbox.advanceTime({ days: 1 });
    }
    const ended = await retrieve(id);
    expect(ended).toMatchObject({
      status: 'canceled',
      latest_invoice: { status: 'void', attempt_count: 4 },
    });
    expect((await stripe.paymentIntents.retrieve(intentOf(failed))).status).toBe('canceled');
    const types = await sandbox.eventTypes(id);
    expect(types.filter((type) => type === 'invoice.payment_failed')).toHaveLength(4);
    expect(types).toContain('customer.subscription.deleted');
    expect(await sandbox.eventTypes(intentOf(failed))).toContain('payment_intent.canceled');
  });

  it('is the result for a card that always requires authentication', async () => {
    const subscription = await createSubscription();
    await sandbox.pay(secretOf(subscription), '4000002760003184');
    expect(await sandbox.eventTypes(subscription.id)).toContain('invoice.payment_action_required');
    await sandbox.authenticate(secretOf(subscription), 'complete');
    await sandbox.advanceTime({ days: 30 });
    const failed = await retrieve(subscription.id);
    expect(failed.status).toBe('past_due');
    const intent = await stripe.paymentIntents.retrieve(intentOf(failed));
    expect(intent.last_payment_error?.code).toBe('authentication_required');
  });
});

describe('a cancellation', () => {
  it('takes effect at the end of the period, and can be undone until then', async () => {
    const { id } = await subscribe();
    const canceling = await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    expect(canceling).toMatchObject({ status: 'active', cancel_at_period_end: true });
    expect(toDay(canceling.cancel_at)).toBe('2026-10-01');
    const renewing = await stripe.subscriptions.update(id, { cancel_at_period_end: false });
    expect(renewing).toMatchObject({ cancel_at_period_end: false, cancel_at: null });
    await sandbox.advanceTime({ days: 30 });
    expect((await retrieve(id)).status).toBe('active');

    await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    await sandbox.advanceTime({ days: 30 });
    expect((await retrieve(id)).status).toBe('active');
    await sandbox.advanceTime({ days: 1 });
    const ended = await retrieve(id);
    expect([ended.status, toDay(ended.ended_at)]).toEqual(['canceled', '2026-11-01']);
    expect((await stripe.invoices.list({ subscription: id })).data).toHaveLength(2);
    expect(await sandbox.eventTypes(id)).toContain('customer.subscription.deleted');
    await expect(stripe.subscriptions.update(id, { cancel_at_period_end: false })).rejects.toMatchObject({
      code: 'invalid_canceled_subscription_fields',
    });
  });

  it('takes effect at once by request, or when the customer is deleted', async () => {
    const { id } = await subscribe();
    expect((await stripe.subscriptions.cancel(id)).status).toBe('canceled');
    const other = await subscribe();
    expect(await stripe.customers.del(customer)).toEqual({ id: customer, object: 'customer', deleted: true });
    expect((await retrieve(other.id)).status).toBe('canceled');
    await sandbox.advanceTime({ days: 40 });
    expect(sandbox.storage.objects('invoice')).toHaveLength(2);
  });
});

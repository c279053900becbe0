import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestSandbox } from '#tests/support/server/test-sandbox.ts';
import { periodEnd } from './billing-period.ts';

const good = '4242424242424242';
const failsLater = '4000000000000341';
const expanded = { expand: ['latest_invoice.confirmation_secret', 'latest_invoice.payments'] };

let sandbox: TestSandbox;
let stripe: Stripe;
let customer: string;
let price: string;
beforeEach(async () => {
  sandbox = await TestSandbox.open();
  stripe = sandbox.stripe;
  customer = (await stripe.customers.create({ email: 'maya@northfield.example' })).id;
  const product = { name: 'Ad-free' };
  const recurring = { interval: 'month' as const };
  price = (
    await stripe.prices.create({ currency: 'usd', unit_amount: 499, recurring, product_data: product })
  ).id;
});
afterEach(() => sandbox.close());

const invoiceOf = (subscription: Stripe.Subscription) => subscription.latest_invoice as Stripe.Invoice;
const secretOf = (subscription: Stripe.Subscription) =>
  invoiceOf(subscription).confirmation_secret!.client_secret;
const intentOf = (subscription: Stripe.Subscription) =>
  invoiceOf(subscription).payments!.data[0]!.payment.payment_intent as string;
const day = (seconds: number | null) => seconds && new Date(seconds * 1000).toISOString().slice(0, 10);
const periodOf = ({ items }: Stripe.Subscription) => [
  day(items.data[0]!.current_period_start),
  day(items.data[0]!.current_period_end),
];

const begin = () =>
  stripe.subscriptions.create({
    customer,
    items: [{ price }],
    payment_behavior: 'default_incomplete',
    payment_settings: { save_default_payment_method: 'on_subscription' },
    metadata: { user: 'maya' },
    ...expanded,
  });
const look = (id: string) => stripe.subscriptions.retrieve(id, expanded);
const subscribe = async (card = good) => {
  const subscription = await begin();
  expect((await sandbox.pay(secretOf(subscription), card)).body.status).toBe('succeeded');
  return look(subscription.id);
};

describe('a new subscription', () => {
  it('waits for its first payment, and says where that is made', async () => {
    const subscription = await begin();
    expect(subscription).toMatchObject({ status: 'incomplete', default_payment_method: null });
    const invoice = invoiceOf(subscription);
    expect(invoice).toMatchObject({ status: 'open', amount_due: 499, billing_reason: 'subscription_create' });
    expect(invoice.parent?.subscription_details?.subscription).toBe(subscription.id);
    expect(invoice.parent?.subscription_details?.metadata).toEqual({ user: 'maya' });
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

  it('is active when it is paid, and keeps the card', async () => {
    const subscription = await subscribe();
    expect(subscription.status).toBe('active');
    expect(subscription.default_payment_method).toMatch(/^pm_/);
    expect(periodOf(subscription)).toEqual(['2026-09-01', '2026-10-01']);
    expect(invoiceOf(subscription)).toMatchObject({
      status: 'paid',
      amount_paid: 499,
      confirmation_secret: null,
    });
    expect(await sandbox.told(subscription.id)).toEqual([
      'customer.subscription.created',
      'customer.subscription.updated',
      'invoice.paid',
    ]);
  });

  it('expires after 23 hours, and cannot be paid any more', async () => {
    const subscription = await begin();
    await sandbox.later({ hours: 22, minutes: 59 });
    expect((await look(subscription.id)).status).toBe('incomplete');
    await sandbox.later({ minutes: 1 });
    const expired = await look(subscription.id);
    expect([expired.status, invoiceOf(expired).status]).toEqual(['incomplete_expired', 'void']);
    const intent = await stripe.paymentIntents.retrieve(intentOf(subscription));
    expect(intent).toMatchObject({ status: 'canceled', cancellation_reason: 'void_invoice' });
    const { status, body } = await sandbox.pay(secretOf(subscription), good);
    expect([status, body.error.code]).toEqual([400, 'payment_intent_unexpected_state']);
  });
});

describe('a renewal', () => {
  it('happens at the end of each period, once, on the card that is kept', async () => {
    const { id } = await subscribe();
    for (const [days, until] of [
      [30, '2026-11-01'],
      [31, '2026-12-01'],
      [30, '2027-01-01'],
    ] as const) {
      await sandbox.later({ days });
      await sandbox.later({ minutes: 1 });
      const subscription = await look(id);
      expect([subscription.status, periodOf(subscription)[1]]).toEqual(['active', until]);
    }
    const { data } = await stripe.invoices.list({ subscription: id });
    expect(data.map(({ status, billing_reason }) => `${status} ${billing_reason}`)).toEqual([
      ...Array.from({ length: 3 }, () => 'paid subscription_cycle'),
      'paid subscription_create',
    ]);
    const charges = await stripe.paymentIntents.list({ customer });
    expect(charges.data.map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => 'succeeded'));
  });

  it('catches up after a long sleep, each at its time', async () => {
    const { id } = await subscribe();
    await sandbox.later({ days: 100 });
    const { data } = await stripe.invoices.list({ subscription: id });
    expect(data.map(({ created, period_start }) => [day(period_start), day(created)])).toEqual([
      ['2026-11-01', '2026-12-01'],
      ['2026-10-01', '2026-11-01'],
      ['2026-09-01', '2026-10-01'],
      ['2026-09-01', '2026-09-01'],
    ]);
    await sandbox.told(id);
    expect(await sandbox.undelivered()).toBe(0);
  });

  it('goes by calendar months: what began on the 31st ends on the 28th, and on the 31st again', () => {
    const at = (text: string) => Date.parse(text) / 1000;
    const anchor = at('2027-01-31T10:00:00Z');
    const ends = [anchor];
    for (let month = 0; month < 14; month++) ends.push(periodEnd(anchor, ends.at(-1)!));
    const days = ends.map((end) => String(day(end)).slice(2));
    expect(days.join(' ')).toBe(
      '27-01-31 27-02-28 27-03-31 27-04-30 27-05-31 27-06-30 27-07-31 27-08-31 27-09-30 27-10-31 27-11-30 27-12-31 28-01-31 28-02-29 28-03-31',
    );
  });
});

describe('a renewal that fails', () => {
  it('is tried again after 1, 2 and 3 days, then everything ends', async () => {
    const { id } = await subscribe(failsLater);
    await sandbox.later({ days: 30 });
    const failed = await look(id);
    expect([failed.status, ...periodOf(failed)]).toEqual(['past_due', '2026-10-01', '2026-11-01']);
    for (const [attempts, next] of [
      [1, '2026-10-02'],
      [2, '2026-10-03'],
      [3, '2026-10-04'],
    ] as const) {
      const subscription = await look(id);
      const { status, attempt_count, next_payment_attempt } = invoiceOf(subscription);
      expect([subscription.status, status, attempt_count]).toEqual(['past_due', 'open', attempts]);
      expect(day(next_payment_attempt)).toBe(next);
      await sandbox.later({ days: 1 });
    }
    const ended = await look(id);
    expect(ended).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'payment_failed' },
      latest_invoice: { status: 'void', attempt_count: 4 },
    });
    expect((await stripe.paymentIntents.retrieve(intentOf(failed))).status).toBe('canceled');
    const told = await sandbox.told(id);
    expect(told.filter((type) => type === 'invoice.payment_failed')).toHaveLength(4);
    expect(told).toContain('customer.subscription.deleted');
    expect(await sandbox.told(intentOf(failed))).toContain('payment_intent.canceled');
  });

  it('is made good by paying the open invoice with another card, which is kept from then on', async () => {
    const { id, default_payment_method: before } = await subscribe(failsLater);
    await sandbox.later({ days: 31 });
    const failed = await look(id);
    expect((await sandbox.pay(secretOf(failed), '4000000000009995')).status).toBe(402);
    expect((await look(id)).status).toBe('past_due');
    expect((await sandbox.pay(secretOf(failed), good)).status).toBe(200);
    const recovered = await look(id);
    expect([recovered.status, invoiceOf(recovered).status]).toEqual(['active', 'paid']);
    expect(recovered.default_payment_method).not.toBe(before);
    await sandbox.later({ days: 31 });
    expect(periodOf(await look(id))).toEqual(['2026-11-01', '2026-12-01']);
  });

  it('fails for a card whose owner is always asked', async () => {
    const subscription = await begin();
    await sandbox.pay(secretOf(subscription), '4000002760003184');
    expect(await sandbox.told(subscription.id)).toContain('invoice.payment_action_required');
    await sandbox.authenticate(secretOf(subscription), 'complete');
    await sandbox.later({ days: 30 });
    const failed = await look(subscription.id);
    expect(failed.status).toBe('past_due');
    const intent = await stripe.paymentIntents.retrieve(intentOf(failed));
    expect(intent.last_payment_error?.code).toBe('authentication_required');
  });
});

describe('leaving', () => {
  it('ends at the end of the period, and can be undone until then', async () => {
    const { id } = await subscribe();
    const leaving = await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    expect(leaving).toMatchObject({ status: 'active', cancel_at_period_end: true });
    expect(day(leaving.cancel_at)).toBe('2026-10-01');
    const staying = await stripe.subscriptions.update(id, { cancel_at_period_end: false });
    expect(staying).toMatchObject({ cancel_at_period_end: false, cancel_at: null, canceled_at: null });
    await sandbox.later({ days: 30 });
    expect((await look(id)).status).toBe('active');

    await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    await sandbox.later({ days: 30 });
    expect((await look(id)).status).toBe('active');
    await sandbox.later({ days: 1 });
    const gone = await look(id);
    expect([gone.status, day(gone.ended_at)]).toEqual(['canceled', '2026-11-01']);
    expect((await stripe.invoices.list({ subscription: id })).data).toHaveLength(2);
    expect(await sandbox.told(id)).toContain('customer.subscription.deleted');
    await expect(stripe.subscriptions.update(id, { cancel_at_period_end: false })).rejects.toMatchObject({
      code: 'invalid_canceled_subscription_fields',
    });
  });

  it('ends at once where that is asked, or where the customer is deleted', async () => {
    const { id } = await subscribe();
    expect((await stripe.subscriptions.cancel(id)).status).toBe('canceled');
    const other = await subscribe();
    expect(await stripe.customers.del(customer)).toEqual({ id: customer, object: 'customer', deleted: true });
    expect((await look(other.id)).status).toBe('canceled');
    await sandbox.later({ days: 40 });
    expect((await stripe.subscriptions.list({ customer, status: 'all' })).data).toHaveLength(2);
    expect((await stripe.subscriptions.list({ customer })).data).toHaveLength(0);
    expect((await stripe.invoices.list({ customer })).data).toHaveLength(2);
  });
});

import type Stripe from 'stripe';
import { getPeriodEnd } from '../billing/get-period-end.ts';
import { newSandboxId } from './ids-and-times.ts';
import type { Intent } from './payment-objects.ts';
import { fieldsOf, type Replace, toStripeList, type StripeList } from './stripe-types.ts';

export const newCustomer = (metadata: Stripe.Metadata) =>
  fieldsOf<Stripe.Customer>()({ id: newSandboxId('cus'), object: 'customer', livemode: false, metadata });

export const newProduct = (name: string) =>
  fieldsOf<Stripe.Product>()({ id: newSandboxId('prod'), object: 'product', active: true, name });

type StripePrice = Replace<
  Stripe.Price,
  { product: string; recurring: { interval: 'month'; interval_count: 1 }; unit_amount: number }
>;
type SandboxPrice = ReturnType<typeof newPrice>;

export const newPrice = (values: Pick<StripePrice, 'currency' | 'lookup_key' | 'product' | 'unit_amount'>) =>
  fieldsOf<StripePrice>()({
    ...values,
    id: newSandboxId('price'),
    object: 'price',
    active: true,
    recurring: { interval: 'month', interval_count: 1 },
  });

type Period = { start: number; end: number };
type SandboxItem = { id: string; price: SandboxPrice } & Pick<
  Stripe.SubscriptionItem,
  'object' | 'current_period_start' | 'current_period_end'
>;
type StripeSubscription = Replace<
  Stripe.Subscription,
  {
    customer: string;
    default_payment_method: string | null;
    latest_invoice: string | null;
    items: StripeList<SandboxItem>;
  }
>;
export type SandboxSubscription = ReturnType<typeof newSubscription>;

/** A subscription to one price, without its first payment. */
export function newSubscription(price: SandboxPrice, customer: string, at: number) {
  const id = newSandboxId('sub');
  const item: SandboxItem = {
    id: newSandboxId('si'),
    object: 'subscription_item',
    current_period_end: getPeriodEnd(at, at),
    current_period_start: at,
    price,
  };
  return fieldsOf<StripeSubscription>()({
    id,
    object: 'subscription',
    billing_cycle_anchor: at,
    cancel_at: null,
    cancel_at_period_end: false,
    currency: price.currency,
    customer,
    default_payment_method: null,
    ended_at: null,
    items: toStripeList([item], `/v1/subscription_items?subscription=${id}`),
    latest_invoice: null,
    livemode: false,
    status: 'incomplete',
  });
}

/** The item of the subscription: in the sandbox each has exactly one. */
export function getSubscriptionItem(subscription: Pick<SandboxSubscription, 'id' | 'items'>): SandboxItem {
  const [item] = subscription.items.data;
  if (item === undefined) throw new Error(`Subscription ${subscription.id} has no item`);
  return item;
}

type StripeInvoice = Replace<
  Stripe.Invoice,
  {
    customer: string;
    lines: StripeList<{ object: 'line_item'; period: Period }>;
    parent: { subscription_details: { subscription: string }; type: 'subscription_details' };
  }
>;
export type Invoice = ReturnType<typeof newInvoice>;
export type InvoiceReason = 'subscription_create' | 'subscription_cycle';

/** A finalized invoice for the current period of a subscription. Its InvoicePayment names the intent that pays it. */
export function newInvoice(subscription: SandboxSubscription, reason: InvoiceReason, at: number) {
  const id = newSandboxId('in');
  const { current_period_start: start, current_period_end: end, price } = getSubscriptionItem(subscription);
  return fieldsOf<StripeInvoice>()({
    id,
    object: 'invoice',
    amount_due: price.unit_amount,
    attempt_count: 0,
    billing_reason: reason,
    created: at,
    currency: subscription.currency,
    customer: subscription.customer,
    lines: toStripeList([{ object: 'line_item', period: { start, end } }], `/v1/invoices/${id}/lines`),
    livemode: false,
    parent: { subscription_details: { subscription: subscription.id }, type: 'subscription_details' },
    status: 'open',
  });
}

type StripeInvoicePayment = Replace<
  Stripe.InvoicePayment,
  { invoice: string; payment: { payment_intent: string; type: 'payment_intent' } }
>;
export type InvoicePayment = ReturnType<typeof newInvoicePayment>;

export const newInvoicePayment = (invoice: Invoice, intent: Intent) =>
  fieldsOf<StripeInvoicePayment>()({
    id: newSandboxId('inpay'),
    object: 'invoice_payment',
    amount_requested: invoice.amount_due,
    invoice: invoice.id,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    status: 'open',
  });

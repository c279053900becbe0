import Stripe from 'stripe';
import { newSandboxId, randomText } from './ids-and-times.ts';
import {
  toStripeList,
  type Intent,
  type Invoice,
  type InvoicePayment,
  type SandboxSubscription,
} from './sandbox-objects.ts';
import { getSubscriptionItem } from './subscription.ts';

export type InvoiceReason = 'subscription_create' | 'subscription_cycle';
type Period = { start: number; end: number };

type InvoiceValues = {
  /** The period that the invoice pays for. */
  period: Period;
  reason: InvoiceReason;
  /** From the previous invoice to now. */
  billed: Period;
  accountName: string;
};

const invoiceDefaults = {
  account_tax_ids: null,
  amount_overpaid: 0,
  amount_paid: 0,
  amount_shipping: 0,
  application: null,
  attempt_count: 0,
  attempted: false,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
  automatically_finalizes_at: null,
  collection_method: 'charge_automatically',
  custom_fields: null,
  customer_account: null,
  customer_address: null,
  customer_email: null,
  customer_name: null,
  customer_phone: null,
  customer_shipping: null,
  customer_tax_exempt: 'none',
  customer_tax_ids: [],
  default_payment_method: null,
  default_source: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  due_date: null,
  ending_balance: 0,
  footer: null,
  from_invoice: null,
  hosted_invoice_url: null,
  invoice_pdf: null,
  issuer: { type: 'self' },
  last_finalization_error: null,
  latest_revision: null,
  livemode: false,
  metadata: {},
  next_payment_attempt: null,
  on_behalf_of: null,
  payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
  post_payment_credit_notes_amount: 0,
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  starting_balance: 0,
  statement_descriptor: null,
  test_clock: null,
  total_discount_amounts: [],
  total_pretax_credit_amounts: [],
  total_taxes: [],
} satisfies Partial<Invoice>;

/** A finalized invoice for one period of a subscription. Its InvoicePayment names the intent that pays it. */
export function newInvoice(subscription: SandboxSubscription, values: InvoiceValues): Invoice {
  const { period, reason, billed, accountName } = values;
  const at = billed.end;
  const id = newSandboxId('in');
  const amount = getAmount(subscription);
  return {
    ...invoiceDefaults,
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: accountName,
    amount_due: amount,
    amount_remaining: amount,
    auto_advance: reason === 'subscription_cycle',
    billing_reason: reason,
    created: at,
    currency: subscription.currency,
    customer: subscription.customer,
    effective_at: at,
    lines: toStripeList([newLine(id, subscription, period)], `/v1/invoices/${id}/lines`),
    number: `SANDBOX-${randomText(8).toUpperCase()}`,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    period_end: at,
    period_start: billed.start,
    pre_payment_credit_notes_amount: 0,
    status: 'open',
    status_transitions: { finalized_at: at, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: amount,
    subtotal_excluding_tax: amount,
    total: amount,
    total_excluding_tax: amount,
    webhooks_delivered_at: at,
  };
}

function newLine(invoice: string, subscription: SandboxSubscription, period: Period): Stripe.InvoiceLineItem {
  const item = getSubscriptionItem(subscription);
  const amount = getAmount(subscription);
  return {
    id: newSandboxId('il'),
    object: 'line_item',
    amount,
    currency: subscription.currency,
    description: subscription.description,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice,
    livemode: false,
    metadata: subscription.metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: null,
        subscription: subscription.id,
        subscription_item: item.id,
      },
      type: 'subscription_item_details',
    },
    period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: item.price.id, product: String(item.price.product) },
      type: 'price_details',
      unit_amount_decimal: item.price.unit_amount_decimal,
    },
    quantity: 1,
    quantity_decimal: Stripe.Decimal.from(1),
    subscription: subscription.id,
    subtotal: amount,
    taxes: [],
  };
}

const getAmount = (subscription: SandboxSubscription) =>
  getSubscriptionItem(subscription).price.unit_amount ?? 0;

/** Connects an invoice with the intent that pays it. */
export function newInvoicePayment(invoice: Invoice, intent: Intent, at: number): InvoicePayment {
  return {
    id: newSandboxId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: at,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  };
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newEvent } from '../events/event.ts';
import { newCharge } from './charge.ts';
import { newCustomer } from './customer.ts';
import { newDispute } from './dispute.ts';
import { newInvoice, newInvoicePayment } from './invoice.ts';
import { newPaymentIntent } from './payment-intent.ts';
import { newPaymentMethod } from './payment-method.ts';
import { newPrice } from './price.ts';
import { newProduct } from './product.ts';
import { newRefund } from './refund.ts';
import { getSubscriptionItem, newSubscription } from './subscription.ts';
import { findTestCardByToken } from './test-card.ts';

/**
 * Stripe's examples of its objects, of an earlier version of its API (MIT License, from Stripe's OpenAPI
 * specification).
 */
const file = join(import.meta.dirname, 'stripe-fixtures.json');

const at = 1_788_249_600;
const customer = newCustomer({ metadata: {} }, at);
const product = newProduct({ name: 'Ad-free', metadata: {} }, at);
const price = newPrice(
  { currency: 'usd', unit_amount: 499, product: product.id, metadata: {}, monthly: true },
  at,
);
const subscription = newSubscription(
  price,
  { customer: customer.id, description: null, metadata: {}, save_default_payment_method: 'on_subscription' },
  at,
);
const period = { start: at, end: at };
const accountName = 'Northfield Books';
const invoice = newInvoice(subscription, {
  period,
  reason: 'subscription_create',
  billed: period,
  accountName,
});
const intent = newPaymentIntent({ amount: 499, currency: 'usd', customer: customer.id }, at);
const card = findTestCardByToken('pm_card_visa')!;
const method = newPaymentMethod({ card, expMonth: 12, expYear: 2034 }, at);
const charge = newCharge(intent, method, { at, accountName, authenticated: true });
const refund = newRefund(charge, 100, at, { metadata: {}, reason: null });
const ours: Record<string, object> = {
  charge,
  customer,
  dispute: newDispute(charge, at),
  event: newEvent('refund.created', refund, at, null),
  invoice,
  invoice_payment: newInvoicePayment(invoice, intent, at),
  payment_intent: intent,
  payment_method: method,
  price,
  product,
  refund,
  subscription,
  subscription_item: getSubscriptionItem(subscription),
};

type Fields = Record<string, unknown>;

/** `+ name` is only in our object, `- name` only in the example. A null in our object is not compared. */
function compare(mine: unknown, theirs: unknown, path: string): string[] {
  if (Array.isArray(mine) && Array.isArray(theirs))
    return mine.length > 0 && theirs.length > 0 ? compare(mine[0], theirs[0], path) : [];
  if (!isFields(mine) || !isFields(theirs) || openEnded.test(path)) return [];
  return [...new Set([...Object.keys(mine), ...Object.keys(theirs)])].sort().flatMap((name) => {
    const there = `${path}.${name}`;
    if (!(name in theirs)) return [`+ ${there}`];
    if (!(name in mine)) return [`- ${there}`];
    return compare(mine[name], theirs[name], there);
  });
}

/** Objects with any names, and an example of another kind. */
const openEnded = /\.metadata$|^event\.data\.object$/;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function differences(): string[] {
  const { resources } = JSON.parse(readFileSync(file, 'utf8')) as { resources: Record<string, Fields> };
  // As JSON, decimals are texts.
  const sent = JSON.parse(JSON.stringify(ours)) as Record<string, Fields>;
  return Object.keys(sent).flatMap((kind) => compare(sent[kind], resources[kind], kind));
}

const newer = 'the API of 2026-10-28 has it, the examples are older';
const chosen = 'the examples show another variant';
/** The intended differences. */
const intended: Record<string, string> = {
  '+ charge.payment_method_details.card.electronic_commerce_indicator': newer,
  '- charge.refunds': 'left out unless it is expanded, since 2022-11-15',
  '+ customer.customer_account': newer,
  '+ dispute.evidence_details.submission_method': newer,
  '+ dispute.intended_submission_method': newer,
  '+ invoice.lines.data.pricing.price_details': chosen,
  '- invoice.subscription': 'stands under parent.subscription_details since 2025-03-31',
  '+ invoice_payment.payment.payment_intent': chosen,
  '+ payment_intent.allowed_payment_method_types': newer,
  '+ payment_intent.payment_record': newer,
  '+ product.tax_details': newer,
  '+ refund.destination_details.card.reference_status': chosen,
  '+ refund.destination_details.card.reference_type': chosen,
  '+ subscription.cancellation_details.feedback_option': newer,
  '+ subscription.items.data.current_trial': newer,
  '+ subscription_item.current_trial': newer,
};

it('objects have the fields of Stripe’s examples, except for the intended differences', () => {
  expect(differences().sort()).toEqual(Object.keys(intended).sort());
});

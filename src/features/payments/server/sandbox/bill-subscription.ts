import type { Change } from './change-sandbox.ts';
import { type InvoiceReason, newInvoice, newInvoicePayment } from './invoice.ts';
import { newPaymentIntent } from './payment-intent.ts';
import { itemOf } from './subscription.ts';
import type { Intent, Invoice, Subscription } from './stored-objects.ts';

export type Bill = { invoice: Invoice; intent: Intent };

/** Writes the invoice of the subscription's current period, and the intent that it is to be paid by. */
export async function bill(
  { objects, at }: Change,
  subscription: Subscription,
  reason: InvoiceReason,
  billedFrom = at,
): Promise<Bill> {
  const { current_period_start: start, current_period_end: end } = itemOf(subscription);
  const invoice = newInvoice(subscription, { start, end }, reason, { start: billedFrom, end: at });
  const intent = newPaymentIntent(
    {
      amount: invoice.amount_due,
      currency: invoice.currency,
      customer: subscription.customer,
      description: reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
      payment_details: { customer_reference: null, order_reference: invoice.id },
      setup_future_usage: 'off_session',
    },
    at,
  );
  await objects.add(invoice);
  await objects.add(intent);
  await objects.add(newInvoicePayment(invoice, intent, at));
  subscription.latest_invoice = invoice.id;
  await objects.save(subscription);
  return { invoice, intent };
}

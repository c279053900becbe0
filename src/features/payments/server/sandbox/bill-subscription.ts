import { invalidRequestError } from './stripe-api-error.ts';
import type { SandboxTransaction } from './sandbox-transaction.ts';
import { type InvoiceReason, newInvoice, newInvoicePayment } from './invoice.ts';
import { newPaymentIntent } from './payment-intent.ts';
import { itemOf } from './subscription.ts';
import type { Intent, Invoice, SandboxSubscription } from './sandbox-store.ts';

export type Bill = { invoice: Invoice; intent: Intent };

/** Writes the invoice of the subscription's current period, and the intent that it is to be paid by. */
export async function createInvoice(
  change: SandboxTransaction,
  subscription: SandboxSubscription,
  reason: InvoiceReason,
  billedFrom = change.at,
): Promise<Bill> {
  const { objects, at } = change;
  const { current_period_start: start, current_period_end: end } = itemOf(subscription);
  const invoice = newInvoice(subscription, { start, end }, reason, { start: billedFrom, end: at });
  await objects.add(invoice);
  const intent = await collectPayment(change, invoice);
  subscription.latest_invoice = invoice.id;
  await objects.save(subscription);
  return { invoice, intent };
}

/** A draft can be paid from now on. Nobody's card is tried for it. */
export async function finalizeInvoice(change: SandboxTransaction, invoice: Invoice): Promise<Invoice> {
  if (invoice.status !== 'draft') throw invalidRequestError('This invoice is already finalized.');
  invoice.status = 'open';
  invoice.auto_advance = false;
  invoice.status_transitions.finalized_at = change.at;
  await change.objects.save(invoice);
  await collectPayment(change, invoice);
  return invoice;
}

async function collectPayment({ objects, at }: SandboxTransaction, invoice: Invoice): Promise<Intent> {
  const intent = newPaymentIntent(
    {
      amount: invoice.amount_due,
      currency: invoice.currency,
      customer: invoice.customer,
      description:
        invoice.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
      payment_details: { customer_reference: null, order_reference: invoice.id },
      setup_future_usage: 'off_session',
    },
    at,
  );
  await objects.add(intent);
  await objects.add(newInvoicePayment(invoice, intent, at));
  return intent;
}

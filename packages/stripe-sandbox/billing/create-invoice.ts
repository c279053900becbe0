import { invalidRequestError } from '../http/stripe-api-error.ts';
import { type InvoiceReason, newInvoice, newInvoicePayment } from '../resources/invoice.ts';
import { newPaymentIntent } from '../resources/payment-intent.ts';
import type { Intent, Invoice, SandboxSubscription } from '../resources/sandbox-objects.ts';
import { getSubscriptionItem } from '../resources/subscription.ts';
import type { SandboxTransaction } from '../storage/sandbox-transaction.ts';

type InvoiceWithIntent = { invoice: Invoice; intent: Intent };

/** Creates the invoice of the subscription's current period, and the intent that pays it. */
export async function createInvoice(
  tx: SandboxTransaction,
  subscription: SandboxSubscription,
  reason: InvoiceReason,
  billedFrom = tx.at,
): Promise<InvoiceWithIntent> {
  const { objects, at, accountName } = tx;
  const { current_period_start: start, current_period_end: end } = getSubscriptionItem(subscription);
  const invoice = newInvoice(subscription, {
    period: { start, end },
    reason,
    billed: { start: billedFrom, end: at },
    accountName,
  });
  await objects.add(invoice);
  const intent = await createIntent(tx, invoice);
  subscription.latest_invoice = invoice.id;
  await objects.save(subscription);
  return { invoice, intent };
}

/** Makes a draft payable. No card is charged. */
export async function finalizeInvoice(tx: SandboxTransaction, invoice: Invoice): Promise<Invoice> {
  if (invoice.status !== 'draft') throw invalidRequestError('This invoice is already finalized.');
  invoice.status = 'open';
  invoice.auto_advance = false;
  invoice.status_transitions.finalized_at = tx.at;
  await tx.objects.save(invoice);
  await createIntent(tx, invoice);
  return invoice;
}

async function createIntent({ objects, at }: SandboxTransaction, invoice: Invoice): Promise<Intent> {
  const isFirst = invoice.billing_reason === 'subscription_create';
  const intent = newPaymentIntent(
    {
      amount: invoice.amount_due,
      currency: invoice.currency,
      customer: invoice.customer,
      description: isFirst ? 'Subscription creation' : 'Subscription update',
      payment_details: { customer_reference: null, order_reference: invoice.id },
      setup_future_usage: 'off_session',
    },
    at,
  );
  await objects.add(intent);
  await objects.add(newInvoicePayment(invoice, intent, at));
  return intent;
}

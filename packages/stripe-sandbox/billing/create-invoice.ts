import { invalidRequestError } from '../http/stripe-api-error.ts';
import {
  type Invoice,
  type InvoiceReason,
  newInvoice,
  newInvoicePayment,
  type SandboxSubscription,
} from '../resources/billing-objects.ts';
import { type Intent, newPaymentIntent } from '../resources/payment-objects.ts';
import type { SandboxTransaction } from '../storage/sandbox-transaction.ts';

export async function createInvoice(
  tx: SandboxTransaction,
  subscription: SandboxSubscription,
  reason: InvoiceReason,
): Promise<{ invoice: Invoice; intent: Intent }> {
  const invoice = newInvoice(subscription, reason, tx.at);
  await tx.objects.add(invoice);
  const intent = await createIntent(tx, invoice);
  subscription.latest_invoice = invoice.id;
  await tx.objects.save(subscription);
  return { invoice, intent };
}

/** Makes a draft payable. No card is charged. */
export async function finalizeInvoice(tx: SandboxTransaction, invoice: Invoice): Promise<Invoice> {
  if (invoice.status !== 'draft') throw invalidRequestError('This invoice is already finalized.');
  invoice.status = 'open';
  await tx.objects.save(invoice);
  await createIntent(tx, invoice);
  return invoice;
}

async function createIntent({ objects }: SandboxTransaction, invoice: Invoice): Promise<Intent> {
  const { id, amount_due: amount, currency, customer } = invoice;
  const intent = newPaymentIntent({
    amount,
    currency,
    customer,
    metadata: {},
    payment_details: { order_reference: id },
  });
  await objects.add(intent);
  await objects.add(newInvoicePayment(invoice, intent));
  return intent;
}

import { fromUnixSeconds } from '../resources/ids-and-times.ts';
import { getSubscriptionItem, type Invoice, type InvoicePayment } from '../resources/billing-objects.ts';
import type { Intent } from '../resources/payment-objects.ts';
import type { SandboxTransaction } from '../storage/sandbox-transaction.ts';

/** The intent of an invoice has succeeded: at the card form, or for a renewal. The card is stored. */
export async function recordInvoicePayment(
  tx: SandboxTransaction,
  invoiceId: string,
  methodId: string,
): Promise<void> {
  const { objects, storage, emit } = tx;
  const invoice = await objects.get('invoice', invoiceId);
  invoice.status = 'paid';
  invoice.attempt_count += 1;
  const payment = await getPayment(tx, invoice);
  payment.status = 'paid';
  await objects.save(payment);
  await emit('invoice.paid', invoice);
  const subscription = await objects.get('subscription', invoice.parent.subscription_details.subscription);
  if (subscription.latest_invoice !== invoice.id || subscription.ended_at !== null) return;
  subscription.status = 'active';
  subscription.default_payment_method = methodId;
  const { current_period_end } = getSubscriptionItem(subscription);
  await storage.setDueAt(subscription.id, fromUnixSeconds(current_period_end));
  await emit('customer.subscription.updated', subscription);
}

/** An attempt to pay the invoice has failed: at the card form, or for a renewal. */
export async function recordInvoiceFailure(
  { objects, emit }: SandboxTransaction,
  invoiceId: string,
): Promise<void> {
  const invoice = await objects.get('invoice', invoiceId);
  invoice.attempt_count += 1;
  await emit('invoice.payment_failed', invoice);
}

/** Cancels the intent of an open invoice, so that it can no longer be paid. */
export async function voidInvoice(tx: SandboxTransaction, invoiceId: string): Promise<void> {
  const { objects, emit } = tx;
  const invoice = await objects.get('invoice', invoiceId);
  if (invoice.status !== 'open') return;
  invoice.status = 'void';
  const payment = await getPayment(tx, invoice);
  payment.status = 'canceled';
  await objects.save(payment);
  await cancelIntent(tx, await getInvoiceIntent(tx, invoice), 'void_invoice');
  await emit('invoice.voided', invoice);
}

export async function cancelIntent(
  { emit }: SandboxTransaction,
  intent: Intent,
  reason: Intent['cancellation_reason'],
): Promise<void> {
  intent.status = 'canceled';
  intent.cancellation_reason = reason;
  await emit('payment_intent.canceled', intent);
}

export async function getInvoiceIntent(tx: SandboxTransaction, invoice: Invoice): Promise<Intent> {
  const { payment } = await getPayment(tx, invoice);
  return tx.objects.get('payment_intent', payment.payment_intent);
}

async function getPayment({ objects }: SandboxTransaction, invoice: Invoice): Promise<InvoicePayment> {
  const [payment] = await objects.list('invoice_payment', { invoice: invoice.id });
  if (payment === undefined) throw new Error(`Invoice ${invoice.id} has no payment`);
  return payment;
}

import { cancelIntent } from '../payments/cancel-intent.ts';
import { fromUnixSeconds } from '../resources/ids-and-times.ts';
import type { Intent, Invoice, InvoicePayment } from '../resources/sandbox-objects.ts';
import { getSubscriptionItem } from '../resources/subscription.ts';
import type { SandboxTransaction } from '../storage/sandbox-transaction.ts';

/** The intent of an invoice has succeeded: at the card form, or for a renewal. */
export async function recordInvoicePayment(
  tx: SandboxTransaction,
  invoiceId: string,
  methodId: string,
): Promise<void> {
  const { objects, emit, at } = tx;
  const invoice = await objects.get('invoice', invoiceId);
  invoice.status = 'paid';
  invoice.amount_paid = invoice.amount_due;
  invoice.amount_remaining = 0;
  invoice.attempted = true;
  invoice.attempt_count += 1;
  invoice.next_payment_attempt = null;
  invoice.status_transitions.paid_at = at;
  await objects.save(invoice);
  const payment = await getPayment(tx, invoice);
  payment.status = 'paid';
  payment.amount_paid = invoice.amount_paid;
  payment.status_transitions.paid_at = at;
  await objects.save(payment);
  await emit('invoice.paid', invoice);
  await activateSubscription(tx, invoice, methodId);
}

async function activateSubscription(
  { objects, emit }: SandboxTransaction,
  invoice: Invoice,
  methodId: string,
): Promise<void> {
  const subscription = await objects.get('subscription', getSubscriptionId(invoice));
  if (subscription.latest_invoice !== invoice.id || subscription.ended_at !== null) return;
  subscription.status = 'active';
  if (subscription.payment_settings?.save_default_payment_method === 'on_subscription')
    subscription.default_payment_method = methodId;
  await objects.save(subscription);
  const { current_period_end } = getSubscriptionItem(subscription);
  await objects.setDueAt(subscription.id, fromUnixSeconds(current_period_end));
  await emit('customer.subscription.updated', subscription);
}

/** An attempt to pay the invoice has failed: at the card form, or for a renewal. */
export async function recordInvoiceFailure(tx: SandboxTransaction, invoiceId: string): Promise<void> {
  const { objects, emit } = tx;
  const invoice = await objects.get('invoice', invoiceId);
  invoice.attempted = true;
  invoice.attempt_count += 1;
  await objects.save(invoice);
  await emit('invoice.payment_failed', invoice);
}

/** Cancels the intent of an open invoice, so that it can no longer be paid. */
export async function voidInvoice(tx: SandboxTransaction, invoiceId: string): Promise<void> {
  const { objects, emit, at } = tx;
  const invoice = await objects.get('invoice', invoiceId);
  if (invoice.status !== 'open') return;
  invoice.status = 'void';
  invoice.next_payment_attempt = null;
  invoice.auto_advance = false;
  invoice.status_transitions.voided_at = at;
  await objects.save(invoice);
  const payment = await getPayment(tx, invoice);
  payment.status = 'canceled';
  payment.status_transitions.canceled_at = at;
  await objects.save(payment);
  await cancelIntent(tx, await getIntent(tx, payment), 'void_invoice');
  await emit('invoice.voided', invoice);
}

export async function getInvoiceIntent(tx: SandboxTransaction, invoice: Invoice): Promise<Intent> {
  return getIntent(tx, await getPayment(tx, invoice));
}

async function getPayment({ objects }: SandboxTransaction, invoice: Invoice): Promise<InvoicePayment> {
  const [payment] = await objects.list('invoice_payment', { where: { invoice: invoice.id }, limit: 1 });
  if (payment === undefined) throw new Error(`Invoice ${invoice.id} has no payment`);
  return payment;
}

function getIntent({ objects }: SandboxTransaction, payment: InvoicePayment): Promise<Intent> {
  const { payment_intent } = payment.payment;
  if (typeof payment_intent !== 'string') throw new Error(`Payment ${payment.id} has no intent`);
  return objects.get('payment_intent', payment_intent);
}

function getSubscriptionId(invoice: Invoice): string {
  const id = invoice.parent?.subscription_details?.subscription;
  if (typeof id !== 'string') throw new Error(`Invoice ${invoice.id} has no subscription`);
  return id;
}

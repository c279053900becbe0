import type { SandboxTransaction } from './sandbox-transaction.ts';
import { fromUnixSeconds } from './ids-and-times.ts';
import { itemOf } from './subscription.ts';
import type { Invoice, InvoicePayment, SandboxSubscription } from './sandbox-store.ts';

const DAY_SECONDS = 86_400;
/** Days after its first attempt at which a failed renewal is tried again. */
export const retryDays = [1, 2, 3];

/** The intent of an invoice has succeeded, whoever brought that about. */
export async function onInvoicePaid(
  change: SandboxTransaction,
  invoiceId: string,
  methodId: string,
): Promise<void> {
  const { objects, emit, at } = change;
  const invoice = await objects.get('invoice', invoiceId);
  invoice.status = 'paid';
  invoice.amount_paid = invoice.amount_due;
  invoice.amount_remaining = 0;
  invoice.attempted = true;
  invoice.attempt_count += 1;
  invoice.next_payment_attempt = null;
  invoice.status_transitions.paid_at = at;
  await objects.save(invoice);
  const payment = await paymentOf(change, invoice);
  payment.status = 'paid';
  payment.amount_paid = invoice.amount_paid;
  payment.status_transitions.paid_at = at;
  await objects.save(payment);
  await emit('invoice.paid', invoice);

  const subscription = await subscriptionOf(change, invoice);
  if (subscription.latest_invoice !== invoice.id || subscription.ended_at !== null) return;
  subscription.status = 'active';
  if (subscription.payment_settings?.save_default_payment_method === 'on_subscription')
    subscription.default_payment_method = methodId;
  await objects.save(subscription);
  await objects.setDue(subscription.id, fromUnixSeconds(itemOf(subscription).current_period_end));
  await emit('customer.subscription.updated', subscription);
}

/** An attempt at the intent of an invoice has failed: the owner's at the card form, or ours at a renewal. */
export async function onInvoiceFailed(change: SandboxTransaction, invoiceId: string): Promise<void> {
  const { objects, emit } = change;
  const invoice = await objects.get('invoice', invoiceId);
  invoice.attempted = true;
  invoice.attempt_count += 1;
  await objects.save(invoice);
  await emit('invoice.payment_failed', invoice);
}

/** When a failed renewal is tried next; null when it has been tried often enough. */
export function nextAttempt(invoice: Invoice, at: number): number | null {
  const times = retryDays.map((days) => invoice.created + days * DAY_SECONDS);
  return times.find((time) => time > at) ?? null;
}

/** Nobody can pay it any more. */
export async function voidInvoice(change: SandboxTransaction, invoiceId: string): Promise<void> {
  const { objects, emit, at } = change;
  const invoice = await objects.get('invoice', invoiceId);
  if (invoice.status !== 'open') return;
  invoice.status = 'void';
  invoice.next_payment_attempt = null;
  invoice.auto_advance = false;
  invoice.status_transitions.voided_at = at;
  await objects.save(invoice);
  const payment = await paymentOf(change, invoice);
  payment.status = 'canceled';
  payment.status_transitions.canceled_at = at;
  await objects.save(payment);
  const intent = await objects.get('payment_intent', paymentIntentId(payment));
  intent.status = 'canceled';
  intent.canceled_at = at;
  intent.cancellation_reason = 'void_invoice';
  intent.next_action = null;
  await objects.save(intent);
  await emit('payment_intent.canceled', intent);
  await emit('invoice.voided', invoice);
}

export async function paymentOf({ objects }: SandboxTransaction, invoice: Invoice): Promise<InvoicePayment> {
  const [payment] = await objects.list('invoice_payment', { where: { invoice: invoice.id }, limit: 1 });
  if (payment === undefined) throw new Error(`Invoice ${invoice.id} has no payment`);
  return payment;
}

export function paymentIntentId(payment: InvoicePayment): string {
  const { payment_intent } = payment.payment;
  if (typeof payment_intent !== 'string') throw new Error(`Payment ${payment.id} has no intent`);
  return payment_intent;
}

function subscriptionOf({ objects }: SandboxTransaction, invoice: Invoice): Promise<SandboxSubscription> {
  const id = invoice.parent?.subscription_details?.subscription;
  if (typeof id !== 'string') throw new Error(`Invoice ${invoice.id} is of no subscription`);
  return objects.get('subscription', id);
}

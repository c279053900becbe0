import { recordInvoiceFailure, recordInvoicePayment } from '../billing/update-invoice.ts';
import { invalidRequestError, type StripeApiError } from '../http/stripe-api-error.ts';
import {
  type Intent,
  newCharge,
  type PaymentError,
  type PaymentMethod,
  toInvoiceId,
} from '../resources/payment-objects.ts';
import type { SandboxTransaction } from '../storage/sandbox-transaction.ts';
import { openDispute } from './disputes.ts';
import { getTestCard } from './test-card.ts';

/** Whether the cardholder can authenticate the payment, has just done it, or is away, as for a renewal. */
type CardholderPresence = 'present' | 'authenticated' | 'away';

/** Charges the card, asks for authentication, or fails: then its effects are stored, and its error returned. */
export async function attemptPayment(
  tx: SandboxTransaction,
  intent: Intent,
  method: PaymentMethod,
  cardholder: CardholderPresence,
): Promise<StripeApiError | null> {
  const card = getTestCard(method.card.last4);
  const decline = card.decline ?? (cardholder === 'away' ? card.laterDecline : undefined);
  if (cardholder === 'present' && card.isChallenged === true) {
    await requireAuthentication(tx, intent, method);
    return null;
  }
  const charge = newCharge(intent, method, decline === undefined);
  await tx.objects.add(charge);
  intent.latest_charge = charge.id;
  if (decline !== undefined) return recordFailure(tx, intent, { ...decline, type: 'card_error' });
  await recordSuccess(tx, intent, method);
  if (card.disputed) await openDispute(tx, charge);
  return null;
}

async function recordSuccess(tx: SandboxTransaction, intent: Intent, method: PaymentMethod): Promise<void> {
  intent.status = 'succeeded';
  intent.payment_method = method.id;
  intent.last_payment_error = null;
  await tx.emit('payment_intent.succeeded', intent);
  const invoiceId = toInvoiceId(intent);
  if (invoiceId !== null) await recordInvoicePayment(tx, invoiceId, method.id);
}

async function requireAuthentication(
  { objects, emit }: SandboxTransaction,
  intent: Intent,
  method: PaymentMethod,
): Promise<void> {
  intent.status = 'requires_action';
  intent.payment_method = method.id;
  intent.last_payment_error = null;
  await emit('payment_intent.requires_action', intent);
  const invoiceId = toInvoiceId(intent);
  if (invoiceId !== null)
    await emit('invoice.payment_action_required', await objects.get('invoice', invoiceId));
}

/** Stores why the intent was not paid, and returns it as the error of the request. */
export async function recordFailure(
  tx: SandboxTransaction,
  intent: Intent,
  error: PaymentError,
): Promise<StripeApiError> {
  intent.status = 'requires_payment_method';
  intent.payment_method = null;
  intent.last_payment_error = error;
  await tx.emit('payment_intent.payment_failed', intent);
  const invoiceId = toInvoiceId(intent);
  if (invoiceId !== null) await recordInvoiceFailure(tx, invoiceId);
  return invalidRequestError(error.message, { ...error, payment_intent: intent }, 402);
}

import { recordInvoiceFailure, recordInvoicePayment } from '../billing/update-invoice.ts';
import { invalidRequestError, type StripeApiError } from '../http/stripe-api-error.ts';
import { newCharge } from '../resources/charge.ts';
import { toInvoiceId } from '../resources/payment-intent.ts';
import type { Charge, Intent, PaymentMethod } from '../resources/sandbox-objects.ts';
import { getTestCard, type Decline } from '../resources/test-card.ts';
import type { SandboxTransaction } from '../storage/sandbox-transaction.ts';
import { openDispute } from './open-dispute.ts';

/** Whether the cardholder can authenticate the payment, has just done it, or is away, as for a renewal. */
export type CardholderPresence = 'present' | 'authenticated' | 'away';

/**
 * Charges the card, asks for authentication, or fails. Returns the error of a failure, whose effects are
 * stored; null otherwise.
 */
export async function attemptPayment(
  tx: SandboxTransaction,
  intent: Intent,
  method: PaymentMethod,
  cardholder: CardholderPresence,
): Promise<StripeApiError | null> {
  const card = getTestCard(method.card?.last4 ?? '');
  const decline = card.decline ?? (cardholder === 'away' ? card.laterDecline : undefined);
  if (decline !== undefined) return declinePayment(tx, intent, method, decline);
  const isSetUp = card.challenge === 'once' && method.customer !== null;
  if (cardholder === 'present' && card.challenge !== undefined && !isSetUp) {
    await requireAuthentication(tx, intent, method);
    return null;
  }
  const { at, accountName } = tx;
  const charge = newCharge(intent, method, {
    at,
    accountName,
    authenticated: cardholder === 'authenticated',
  });
  await tx.objects.add(charge);
  await recordSuccess(tx, intent, method, charge);
  if (card.disputed) await openDispute(tx, charge);
  return null;
}

async function recordSuccess(
  tx: SandboxTransaction,
  intent: Intent,
  method: PaymentMethod,
  charge: Charge,
): Promise<void> {
  intent.status = 'succeeded';
  intent.amount_received = intent.amount;
  intent.latest_charge = charge.id;
  intent.payment_method = method.id;
  intent.last_payment_error = null;
  intent.next_action = null;
  await tx.objects.save(intent);
  if (intent.setup_future_usage !== null && method.customer === null && intent.customer !== null) {
    method.customer = intent.customer;
    await tx.objects.save(method);
  }
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
  intent.next_action = { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } };
  await objects.save(intent);
  await emit('payment_intent.requires_action', intent);
  const invoiceId = toInvoiceId(intent);
  if (invoiceId !== null)
    await emit('invoice.payment_action_required', await objects.get('invoice', invoiceId));
}

async function declinePayment(
  tx: SandboxTransaction,
  intent: Intent,
  method: PaymentMethod,
  decline: Decline,
): Promise<StripeApiError> {
  const { at, accountName } = tx;
  const charge = newCharge(intent, method, { at, accountName, decline });
  await tx.objects.add(charge);
  const error = { ...decline, type: 'card_error' as const, charge: charge.id, payment_method: method };
  intent.latest_charge = charge.id;
  await recordFailure(tx, intent, error);
  return invalidRequestError(decline.message, { ...error, payment_intent: intent }, 402);
}

/** The cardholder has failed the authentication. */
export async function failAuthentication(
  tx: SandboxTransaction,
  intent: Intent,
  method: PaymentMethod,
): Promise<StripeApiError> {
  const error = {
    type: 'invalid_request_error' as const,
    code: 'payment_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    payment_method: method,
  };
  await recordFailure(tx, intent, error);
  return invalidRequestError(error.message, { ...error, payment_intent: intent }, 402);
}

async function recordFailure(
  tx: SandboxTransaction,
  intent: Intent,
  error: NonNullable<Intent['last_payment_error']>,
): Promise<void> {
  intent.status = 'requires_payment_method';
  intent.payment_method = null;
  intent.next_action = null;
  intent.last_payment_error = error;
  await tx.objects.save(intent);
  await tx.emit('payment_intent.payment_failed', intent);
  const invoiceId = toInvoiceId(intent);
  if (invoiceId !== null) await recordInvoiceFailure(tx, invoiceId);
}

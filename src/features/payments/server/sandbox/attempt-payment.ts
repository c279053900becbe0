import { invalidRequestError, type StripeApiError } from './stripe-api-error.ts';
import { cardOfDigits, type Decline } from './card.ts';
import type { SandboxTransaction } from './sandbox-transaction.ts';
import { newCharge } from './charge.ts';
import { openDispute } from './dispute.ts';
import { invoiceOf } from './payment-intent.ts';
import { onInvoiceFailed, onInvoicePaid } from './pay-invoice.ts';
import type { Charge, Intent, PaymentMethod } from './sandbox-store.ts';

/** Whether the card's owner is there to be asked, has just proven to be the owner, or is away while a renewal is charged. */
export type CardholderPresence = 'present' | 'authenticated' | 'away';

/** Takes the money, asks the owner, or fails. The answer is the refusal, whose effects are to stay; null otherwise. */
export async function attemptPayment(
  change: SandboxTransaction,
  intent: Intent,
  method: PaymentMethod,
  owner: CardholderPresence,
): Promise<StripeApiError | null> {
  const card = cardOfDigits(method.card?.last4 ?? '');
  const decline = card.decline ?? (owner === 'away' ? card.laterDecline : undefined);
  if (decline !== undefined) return declinePayment(change, intent, method, decline);
  const isSetUp = card.challenge === 'once' && method.customer !== null;
  if (owner === 'present' && card.challenge !== undefined && !isSetUp) {
    await requireAuthentication(change, intent, method);
    return null;
  }
  const charge = newCharge(intent, method, change.at, { authenticated: owner === 'authenticated' });
  await change.objects.add(charge);
  await takePayment(change, intent, method, charge);
  if (card.disputed) await openDispute(change, charge);
  return null;
}

async function takePayment(
  change: SandboxTransaction,
  intent: Intent,
  method: PaymentMethod,
  charge: Charge,
) {
  intent.status = 'succeeded';
  intent.amount_received = intent.amount;
  intent.latest_charge = charge.id;
  intent.payment_method = method.id;
  intent.last_payment_error = null;
  intent.next_action = null;
  await change.objects.save(intent);
  if (intent.setup_future_usage !== null && method.customer === null && intent.customer !== null) {
    method.customer = intent.customer;
    await change.objects.save(method);
  }
  await change.emit('payment_intent.succeeded', intent);
  const invoiceId = invoiceOf(intent);
  if (invoiceId !== null) await onInvoicePaid(change, invoiceId, method.id);
}

async function requireAuthentication(
  { objects, emit }: SandboxTransaction,
  intent: Intent,
  method: PaymentMethod,
) {
  intent.status = 'requires_action';
  intent.payment_method = method.id;
  intent.last_payment_error = null;
  intent.next_action = { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } };
  await objects.save(intent);
  await emit('payment_intent.requires_action', intent);
  const invoiceId = invoiceOf(intent);
  if (invoiceId !== null)
    await emit('invoice.payment_action_required', await objects.get('invoice', invoiceId));
}

async function declinePayment(
  change: SandboxTransaction,
  intent: Intent,
  method: PaymentMethod,
  decline: Decline,
): Promise<StripeApiError> {
  const charge = newCharge(intent, method, change.at, { decline });
  await change.objects.add(charge);
  const error = { ...decline, type: 'card_error' as const, charge: charge.id, payment_method: method };
  intent.latest_charge = charge.id;
  await failPayment(change, intent, error);
  return invalidRequestError(decline.message, { ...error, payment_intent: intent }, 402);
}

/** The owner did not prove to be the owner. */
export async function failAuthentication(
  change: SandboxTransaction,
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
  await failPayment(change, intent, error);
  return invalidRequestError(error.message, { ...error, payment_intent: intent }, 402);
}

async function failPayment(
  change: SandboxTransaction,
  intent: Intent,
  error: NonNullable<Intent['last_payment_error']>,
): Promise<void> {
  intent.status = 'requires_payment_method';
  intent.payment_method = null;
  intent.next_action = null;
  intent.last_payment_error = error;
  await change.objects.save(intent);
  await change.emit('payment_intent.payment_failed', intent);
  const invoiceId = invoiceOf(intent);
  if (invoiceId !== null) await onInvoiceFailed(change, invoiceId);
}

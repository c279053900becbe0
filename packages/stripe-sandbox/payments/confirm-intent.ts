import {
  type StripeApiError,
  resourceMissingError,
  unexpectedIntentStateError,
} from '../http/stripe-api-error.ts';
import { newPaymentMethod } from '../resources/payment-method.ts';
import type { Intent, PaymentMethod } from '../resources/sandbox-objects.ts';
import { findTestCardByToken, validateCard, type CardInput } from '../resources/test-card.ts';
import type { SandboxTransaction } from '../storage/sandbox-transaction.ts';
import { attemptPayment, failAuthentication, type CardholderPresence } from './attempt-payment.ts';

/**
 * Pays with the method, which is looked up only if the intent can be paid. A returned error keeps its
 * effects: the intent stores the failure.
 */
export async function confirmIntent(
  tx: SandboxTransaction,
  intent: Intent,
  method: () => Promise<PaymentMethod>,
  cardholder: CardholderPresence = 'present',
): Promise<Intent | StripeApiError> {
  if (intent.status === 'succeeded')
    throw unexpectedIntentStateError(
      intent,
      'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
    );
  if (intent.status === 'canceled')
    throw unexpectedIntentStateError(
      intent,
      'You cannot confirm this PaymentIntent because it has a status of canceled. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.',
    );
  return (await attemptPayment(tx, intent, await method(), cardholder)) ?? intent;
}

/** The cardholder completes or fails the authentication that the confirmation required. */
export async function authenticateIntent(
  tx: SandboxTransaction,
  intent: Intent,
  outcome: 'complete' | 'fail',
): Promise<Intent | StripeApiError> {
  if (intent.status !== 'requires_action' || intent.payment_method === null)
    throw unexpectedIntentStateError(
      intent,
      `This PaymentIntent asks for no authentication: it is ${intent.status}.`,
    );
  const method = await tx.objects.get('payment_method', intent.payment_method);
  if (outcome === 'fail') return failAuthentication(tx, intent, method);
  return (await attemptPayment(tx, intent, method, 'authenticated')) ?? intent;
}

/** Stores the card of a form. Throws the card errors that come before any attempt to charge. */
export async function createPaymentMethod(
  { objects, now, at }: SandboxTransaction,
  input: CardInput,
): Promise<PaymentMethod> {
  const method = newPaymentMethod(validateCard(input, now), at);
  await objects.add(method);
  return method;
}

/**
 * The method that a server names: a stored one, one of Stripe's tokens for test cards, or the intent's own.
 */
export async function getPaymentMethod(
  { objects, now, at }: SandboxTransaction,
  intent: Intent,
  id: string | null = intent.payment_method,
): Promise<PaymentMethod> {
  if (id === null)
    throw unexpectedIntentStateError(
      intent,
      "You cannot confirm this PaymentIntent because it's missing a payment method.",
    );
  const card = findTestCardByToken(id);
  if (card !== undefined) {
    const method = newPaymentMethod({ card, expMonth: 12, expYear: now.getUTCFullYear() + 4 }, at);
    await objects.add(method);
    return method;
  }
  const method = await objects.get('payment_method', id, 'payment_method');
  const belongsToOther = method.customer !== null && method.customer !== intent.customer;
  if (belongsToOther) throw resourceMissingError('payment_method', id, 'payment_method');
  return method;
}

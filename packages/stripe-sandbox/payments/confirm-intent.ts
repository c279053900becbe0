import { type StripeApiError, unexpectedIntentStateError } from '../http/stripe-api-error.ts';
import { type Intent, newPaymentMethod } from '../resources/payment-objects.ts';
import type { SandboxTransaction } from '../storage/sandbox-transaction.ts';
import { attemptPayment, recordFailure } from './attempt-payment.ts';
import { type CardInput, validateCard } from './test-card.ts';

/**
 * Stores the card of a form and pays with it. A returned error keeps its effects: the intent stores the
 * failure. Throws the card errors that come before any attempt to charge.
 */
export async function confirmIntent(
  tx: SandboxTransaction,
  intent: Intent,
  card: CardInput,
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
  const method = newPaymentMethod(validateCard(card, tx.now));
  await tx.objects.add(method);
  return (await attemptPayment(tx, intent, method, 'present')) ?? intent;
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
  if (outcome === 'fail')
    return recordFailure(tx, intent, {
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    });
  const method = await tx.objects.get('payment_method', intent.payment_method);
  return (await attemptPayment(tx, intent, method, 'authenticated')) ?? intent;
}

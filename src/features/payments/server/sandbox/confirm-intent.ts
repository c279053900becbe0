import { attemptPayment, failAuthentication, type CardholderPresence } from './attempt-payment.ts';
import { type StripeApiError, resourceMissingError, invalidRequestError } from './stripe-api-error.ts';
import { cardOfToken, checkCard, type CardInput } from './card.ts';
import type { SandboxTransaction } from './sandbox-transaction.ts';
import { newPaymentMethod } from './payment-method.ts';
import type { Intent, PaymentMethod } from './sandbox-store.ts';

/** Pays with the method, which is not looked at before the intent may be paid. The refusal that it may answer keeps its effects: the intent remembers the failure. */
export async function confirmIntent(
  change: SandboxTransaction,
  intent: Intent,
  method: () => Promise<PaymentMethod>,
  owner: CardholderPresence = 'present',
): Promise<Intent | StripeApiError> {
  if (intent.status === 'succeeded')
    throw unexpectedState(
      intent,
      'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
    );
  if (intent.status === 'canceled')
    throw unexpectedState(
      intent,
      'You cannot confirm this PaymentIntent because it has a status of canceled. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.',
    );
  return (await attemptPayment(change, intent, await method(), owner)) ?? intent;
}

/** The owner has answered the question that the confirmation asked. */
export async function authenticateIntent(
  change: SandboxTransaction,
  intent: Intent,
  outcome: 'complete' | 'fail',
): Promise<Intent | StripeApiError> {
  if (intent.status !== 'requires_action' || intent.payment_method === null)
    throw unexpectedState(intent, `This PaymentIntent asks for no authentication: it is ${intent.status}.`);
  const method = await change.objects.get('payment_method', intent.payment_method);
  if (outcome === 'fail') return failAuthentication(change, intent, method);
  return (await attemptPayment(change, intent, method, 'authenticated')) ?? intent;
}

/** A card from a form, as it is kept. Raises the card errors that come before any attempt to charge. */
export async function methodOfCard(
  { objects, now, at }: SandboxTransaction,
  input: CardInput,
): Promise<PaymentMethod> {
  const method = newPaymentMethod(checkCard(input, now), at);
  await objects.add(method);
  return method;
}

/** The method that a server names: one that is kept, one of the provider's names for test cards, or the one that the intent has. */
export async function methodFor(
  { objects, now, at }: SandboxTransaction,
  intent: Intent,
  id: string | null = intent.payment_method,
): Promise<PaymentMethod> {
  if (id === null)
    throw unexpectedState(
      intent,
      "You cannot confirm this PaymentIntent because it's missing a payment method.",
    );
  const card = cardOfToken(id);
  if (card !== undefined) {
    const method = newPaymentMethod({ card, expMonth: 12, expYear: now.getUTCFullYear() + 4 }, at);
    await objects.add(method);
    return method;
  }
  const method = await objects.get('payment_method', id, 'payment_method');
  // Somebody else's card.
  if (method.customer !== null && method.customer !== intent.customer)
    throw resourceMissingError('payment_method', id, 'payment_method');
  return method;
}

const unexpectedState = (intent: Intent, message: string) =>
  invalidRequestError(message, { code: 'payment_intent_unexpected_state', payment_intent: intent });

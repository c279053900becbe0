import Stripe from 'stripe';
import { paymentProblem } from '../contract.ts';

/** Seconds after which it is worth trying again. */
const tryAgainAfter = 5;

/** Asks the provider something. That it does not answer, or not now, leaves as 'payment-provider-unavailable'; other errors as they are. */
export async function askProvider<T>(stripe: Stripe, question: (stripe: Stripe) => Promise<T>): Promise<T> {
  try {
    return await question(stripe);
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    throw paymentProblem('payment-provider-unavailable', { retryAfter: tryAgainAfter, cause: error });
  }
}

/** Also with keys that it does not know: nothing can be sold until the operator has set the right ones. */
function isUnavailable(error: unknown): boolean {
  const { errors } = Stripe;
  if (!(error instanceof errors.StripeError)) return false;
  return (
    error instanceof errors.StripeConnectionError ||
    error instanceof errors.StripeAPIError ||
    error instanceof errors.StripeRateLimitError ||
    error instanceof errors.StripeAuthenticationError ||
    error instanceof errors.StripePermissionError ||
    error.statusCode === 409 ||
    (error.statusCode ?? 500) >= 500
  );
}

/** The provider knows nothing of what it was asked about. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.code === 'resource_missing';

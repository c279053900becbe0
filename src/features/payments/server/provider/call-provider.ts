import Stripe from 'stripe';
import type { Logger } from '#platform/server/http/create-http-server.ts';
import { HttpProblem } from '#platform/shared/problem.ts';
import { paymentProblem } from '#features/payments/contract.ts';

/** Seconds after which it is worth trying again. */
const RETRY_AFTER_SECONDS = 5;

/** The provider refused what it was asked for. `code` is its word for why. Whoever did not foresee it has made a mistake. */
export class ProviderRequestError extends Error {
  readonly code: string | undefined;
  /** What of the question it does not like: 'customer'. */
  readonly param: string | undefined;

  constructor(cause: InstanceType<typeof Stripe.errors.StripeError>) {
    super('The payment provider refuses', { cause });
    this.code = cause.code;
    this.param = cause.param;
  }
}

/** It knows nothing of what it was asked about, or of what the question names as `param`. */
export const isNotFoundAtProvider = (error: unknown, param?: string): boolean =>
  error instanceof ProviderRequestError &&
  error.code === 'resource_missing' &&
  (param === undefined || error.param === param);

/** It said nothing, or nothing of use; to be asked again later. */
export const isProviderUnreachable = (error: unknown): boolean =>
  error instanceof HttpProblem && error.status === 503;

/**
 * Asks the provider something. Throws 'payment-provider-unavailable' when it does not answer, or not now, and ProviderRequestError: the
 * SDK's own errors carry a status that is none of ours.
 */
export async function callProvider<T>(
  { stripe, log }: { stripe: Stripe; log: Logger },
  question: (stripe: Stripe) => Promise<T>,
): Promise<T> {
  try {
    return await question(stripe);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    if (!isUnavailable(error)) throw new ProviderRequestError(error);
    log.warn({ err: error }, 'the payment provider does not answer');
    throw paymentProblem('payment-provider-unavailable', { retryAfter: RETRY_AFTER_SECONDS, cause: error });
  }
}

/** Also with keys that it does not know: nothing can be sold until the operator has set the right ones. */
function isUnavailable(error: InstanceType<typeof Stripe.errors.StripeError>): boolean {
  const { errors } = Stripe;
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

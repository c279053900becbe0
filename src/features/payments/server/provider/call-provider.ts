import Stripe from 'stripe';
import type { Logger } from '#platform/server/http/create-http-server.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { HttpProblem } from '#platform/shared/problem.ts';
import { paymentProblem } from '../../contract.ts';
import type { PaymentsContext } from '../payments-context.ts';

/** Seconds after which it is worth trying again. */
const RETRY_AFTER_SECONDS = 5;

/** `code` is the error code of the provider. A caller that does not expect it has a bug. */
export class ProviderRequestError extends Error {
  readonly code: string | undefined;
  /** The parameter that it rejects: 'customer'. */
  readonly param: string | undefined;

  constructor(cause: InstanceType<typeof Stripe.errors.StripeError>) {
    super('The payment provider refuses', { cause });
    this.code = cause.code;
    this.param = cause.param;
  }
}

/** True if the provider does not know the requested object, or the one that the request names as `param`. */
export const isNotFoundAtProvider = (error: unknown, param?: string): boolean =>
  error instanceof ProviderRequestError &&
  error.code === 'resource_missing' &&
  (param === undefined || error.param === param);

/** True if the provider gave no usable response. Worth a retry. */
export const isProviderUnreachable = (error: unknown): boolean =>
  error instanceof HttpProblem && error.status === 503;

/**
 * Calls the provider. Throws 'payment-provider-unavailable' if it does not respond or cannot respond now,
 * else ProviderRequestError: the SDK's own errors carry a status that must not become ours.
 */
export async function callProvider<T>(
  { stripe, log }: { stripe: Stripe; log: Pick<Logger, 'warn'> },
  request: (stripe: Stripe) => Promise<T>,
): Promise<T> {
  try {
    return await request(stripe);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    if (!isUnavailable(error)) throw new ProviderRequestError(error);
    log.warn({ err: error }, 'the payment provider is unavailable');
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

/**
 * Sends a request that must take effect once, however often and concurrently it is made; `request` gets
 * the idempotency key. The provider repeats its response to a key for a day, even its own failure. After
 * such a failure the request gets another key, a new one every minute. A failed attempt may leave an unpaid
 * object behind, which is harmless, and the provider never refunds twice.
 */
export async function requestOnce<T>(
  { callProvider, clock }: Pick<PaymentsContext, 'callProvider' | 'clock'>,
  key: string,
  request: (stripe: Stripe, idempotencyKey: string) => Promise<T>,
): Promise<T> {
  try {
    return await callProvider((stripe) => request(stripe, key));
  } catch (error) {
    if (!isKept(error)) throw error;
    const next = `${key}-${Math.floor(clock.now().getTime() / MINUTE_MS)}`;
    return callProvider((stripe) => request(stripe, next));
  }
}

/** Not if no response came, and not while another request with the key runs. */
function isKept(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  const { StripeAPIError, StripeIdempotencyError } = Stripe.errors;
  return (
    cause instanceof StripeIdempotencyError ||
    (cause instanceof StripeAPIError && cause.statusCode !== undefined && cause.statusCode >= 500)
  );
}

import Stripe from 'stripe';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import type { PaymentsContext } from '../payments-context.ts';

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

/**
 * Whether the provider would repeat this failure for the same key: not if no response came, and not while
 * another request with the key runs.
 */
function isKept(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  const { StripeAPIError, StripeIdempotencyError } = Stripe.errors;
  return (
    cause instanceof StripeIdempotencyError ||
    (cause instanceof StripeAPIError && cause.statusCode !== undefined && cause.statusCode >= 500)
  );
}

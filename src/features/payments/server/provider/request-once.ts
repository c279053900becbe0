import Stripe from 'stripe';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import type { PaymentsContext } from '../payments-context.ts';

/** Milliseconds. */

/**
 * Asks the provider for something that is to come about once, however often and at once it is asked for; `question` is handed the
 * idempotency key. To a key the provider repeats its answer for a day, also a failure of its own. Then it is asked under
 * another one, a new one every minute: what a failed attempt may have left behind is an unpaid thing that nobody knows of, and no
 * money goes back twice.
 */
export async function requestOnce<T>(
  { ask, clock }: Pick<PaymentsContext, 'ask' | 'clock'>,
  key: string,
  question: (stripe: Stripe, idempotencyKey: string) => Promise<T>,
): Promise<T> {
  try {
    return await ask((stripe) => question(stripe, key));
  } catch (error) {
    if (!isKept(error)) throw error;
    const next = `${key}-${Math.floor(clock.now().getTime() / MINUTE_MS)}`;
    return ask((stripe) => question(stripe, next));
  }
}

/** Whether the same key would have the same failure again: not where no answer came, and not while another request carries the key. */
function isKept(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  const { StripeAPIError, StripeIdempotencyError } = Stripe.errors;
  return (
    cause instanceof StripeIdempotencyError ||
    (cause instanceof StripeAPIError && cause.statusCode !== undefined && cause.statusCode >= 500)
  );
}

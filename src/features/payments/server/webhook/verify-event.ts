import Stripe from 'stripe';
import type { Provider } from '../provider/open-provider.ts';

/** Seconds that an event may be old, and that the provider's clock may be ahead of ours. */
const MAX_EVENT_AGE_SECONDS = 300;
const MAX_CLOCK_SKEW_SECONDS = 60;

/**
 * The event in these bytes if the provider signed them recently, else null. While the secret is rotated the
 * provider signs with both, so one matching signature is enough.
 */
export function verifyEvent(
  { stripe, webhookSecret }: Pick<Provider, 'stripe' | 'webhookSecret'>,
  body: Buffer,
  signature: string | string[] | undefined,
  now: Date,
): Stripe.Event | null {
  if (typeof signature !== 'string' || signedAt(signature) > now.getTime() / 1000 + MAX_CLOCK_SKEW_SECONDS)
    return null;
  try {
    return stripe.webhooks.constructEvent(
      body,
      signature,
      webhookSecret,
      MAX_EVENT_AGE_SECONDS,
      undefined,
      now.getTime(),
    );
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null;
    throw error;
  }
}

/** Read as the library reads it: of several the last. */
function signedAt(signature: string): number {
  const time = signature.split(',').findLast((part) => part.startsWith('t='));
  return parseInt(time?.slice(2) ?? '', 10);
}

import type { loadStripe as LoadStripe, Stripe } from '@stripe/stripe-js';
import type { PaymentProvider } from '#features/payments/contract.ts';

/** Milliseconds that the provider's script may take. It tells neither success nor failure where a firewall swallows it. */
const SCRIPT_TIMEOUT_MS = 20_000;

/** What draws the card's fields and confirms payments: the provider's own script, or the sandbox's stand-in for it. Rejects when it does not come. */
export async function loadProvider({ kind, publishableKey }: PaymentProvider): Promise<Stripe> {
  if (kind === 'sandbox') {
    const { createSandboxStripe } = await import('../sandbox/sandbox-stripe.ts');
    return createSandboxStripe(publishableKey);
  }
  // This entry loads nothing before it is asked to; its own types cannot be found by their addresses.
  const module: unknown = await import('@stripe/stripe-js/pure/index.mjs');
  const { loadStripe } = module as { loadStripe: typeof LoadStripe };
  const stripe = await inTime(loadStripe(publishableKey));
  if (stripe === null) throw new Error('There is no document to load the payment provider into');
  return stripe;
}

async function inTime<T>(loading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      // Else the loader would wait for this element for ever, and the next try with it.
      document.querySelector('script[src^="https://js.stripe.com/"]')?.dispatchEvent(new Event('error'));
      reject(new Error('The script of the payment provider does not come'));
    }, SCRIPT_TIMEOUT_MS);
  });
  try {
    return await Promise.race([loading, late]);
  } finally {
    clearTimeout(timer);
  }
}

import type { loadStripe as LoadStripe, Stripe } from '@stripe/stripe-js';
import type { PaymentProvider } from '../../contract.ts';

/** If a firewall drops the script's packets, the browser reports neither success nor failure. */
const SCRIPT_TIMEOUT_MS = 20_000;

/** Loads the provider's script, or the sandbox's replacement. Rejects if it cannot be loaded. */
export async function loadProvider({ kind, publishableKey }: PaymentProvider): Promise<Stripe> {
  if (kind === 'sandbox') {
    const { createSandboxStripe } = await import('../sandbox/sandbox-stripe.ts');
    return createSandboxStripe(publishableKey);
  }
  // This entry loads nothing on import. TypeScript cannot resolve its types from its path.
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
      // Otherwise the loader, and the next attempt with it, would wait for this element indefinitely.
      document.querySelector('script[src^="https://js.stripe.com/"]')?.dispatchEvent(new Event('error'));
      reject(new Error('The script of the payment provider cannot be loaded'));
    }, SCRIPT_TIMEOUT_MS);
  });
  try {
    return await Promise.race([loading, late]);
  } finally {
    clearTimeout(timer);
  }
}

import type Stripe from 'stripe';
import { currency, priceList } from '#features/payments/rules.ts';
import type { Payments } from '#features/payments/server/public.ts';

const amount = priceList['remove-ads'];

/** With the amount in it, so that another price in the list is another price at the provider. */
const lookupKey = `bookswap-ad-free-${amount}-month`;

/** Finds the provider's id of the monthly price, and makes product and price at the first sale. Asked once in a process. */
export function createPriceFinder(payments: Payments): () => Promise<string> {
  let found: Promise<string> | null = null;
  return () => {
    found ??= payments.ask(findOrMake).catch((error: unknown) => {
      found = null;
      throw error;
    });
    return found;
  };
}

async function findOrMake(stripe: Stripe): Promise<string> {
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 });
  const price = data[0] ?? (await make(stripe));
  if (price.unit_amount !== amount || price.currency !== currency || price.recurring?.interval !== 'month')
    throw new Error(`The provider's price ${lookupKey} is not ${amount} ${currency} a month`);
  return price.id;
}

/** The keys make processes that start together make one. */
async function make(stripe: Stripe): Promise<Stripe.Price> {
  const product = await stripe.products.create(
    { name: 'BookSwap Premium' },
    { idempotencyKey: `product-${lookupKey}` },
  );
  return stripe.prices.create(
    {
      product: product.id,
      currency,
      unit_amount: amount,
      recurring: { interval: 'month' },
      lookup_key: lookupKey,
    },
    { idempotencyKey: `price-${lookupKey}` },
  );
}

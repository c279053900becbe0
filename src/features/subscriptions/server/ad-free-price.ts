import type Stripe from 'stripe';
import { toStripeAmount } from '#features/payments/stripe-amounts.ts';
import type { Market } from '#platform/shared/market/market.ts';
import { type Payments, ProviderRequestError } from '#features/payments/server/public.ts';

type Price = { amount: number; currency: string; lookupKey: string };

/** The key contains the amount, so that a new price of the market is a new price at the provider. */
function priceOf({ prices, currency: { code } }: Market): Price {
  const currency = code.toLowerCase();
  const amount = toStripeAmount(prices.adFree, currency);
  return { amount, currency, lookupKey: `bookswap-ad-free-${amount}-month` };
}

/** The provider's id of the monthly price: cached, and fetched again once if the provider rejects it. */
export type PriceFinder = { use<T>(work: (price: string) => Promise<T>): Promise<T> };

export function createPriceFinder(payments: Payments, market: Market): PriceFinder {
  const wanted = priceOf(market);
  let found: Promise<string> | null = null;
  const find = () => {
    const request = (found ??= findOrCreatePrice(payments, wanted));
    void request.catch(() => forget(request));
    return request;
  };
  const forget = (request: Promise<string>) => {
    if (found === request) found = null;
  };
  return {
    async use(work) {
      const request = find();
      try {
        return await work(await request);
      } catch (error) {
        if (!(error instanceof ProviderRequestError)) throw error;
        // The price may have been archived at the provider.
        forget(request);
        return work(await find());
      }
    },
  };
}

async function findOrCreatePrice(payments: Payments, wanted: Price): Promise<string> {
  // Includes archived prices, since they keep the lookup key.
  const { data } = await payments.call((stripe) =>
    stripe.prices.list({ lookup_keys: [wanted.lookupKey], limit: 1 }),
  );
  const [price] = data;
  return price !== undefined && isCurrent(price, wanted)
    ? price.id
    : createPrice(payments, wanted, price?.id ?? 'none');
}

const isCurrent = (price: Stripe.Price, { amount, currency }: Price): boolean =>
  price.active &&
  price.unit_amount === amount &&
  price.currency === currency &&
  price.recurring?.interval === 'month' &&
  price.recurring.interval_count === 1;

/** Processes that start together create one of each. The new price takes over the lookup key. */
async function createPrice(
  payments: Payments,
  { amount, currency, lookupKey }: Price,
  replacedId: string,
): Promise<string> {
  const product = await payments.requestOnce(`product-${lookupKey}-${replacedId}`, (stripe, idempotencyKey) =>
    stripe.products.create({ name: 'BookSwap Premium' }, { idempotencyKey }),
  );
  const price = await payments.requestOnce(`price-${lookupKey}-${replacedId}`, (stripe, idempotencyKey) =>
    stripe.prices.create(
      {
        product: product.id,
        currency,
        unit_amount: amount,
        recurring: { interval: 'month' },
        lookup_key: lookupKey,
        transfer_lookup_key: true,
      },
      { idempotencyKey },
    ),
  );
  return price.id;
}

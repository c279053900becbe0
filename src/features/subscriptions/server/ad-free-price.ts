import type Stripe from 'stripe';
import { CURRENCY, priceList } from '#features/payments/rules.ts';
import { type Payments, ProviderRequestError } from '#features/payments/server/public.ts';

const amount = priceList['remove-ads'];

/** The key contains the amount, so that a new price in the list is a new price at the provider. */
const LOOKUP_KEY = `bookswap-ad-free-${amount}-month`;

/** The provider's id of the monthly price: cached, and fetched again once if the provider rejects it. */
export type PriceFinder = { use<T>(work: (price: string) => Promise<T>): Promise<T> };

export function createPriceFinder(payments: Payments): PriceFinder {
  let found: Promise<string> | null = null;
  const find = () => {
    const request = (found ??= findOrCreatePrice(payments));
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

async function findOrCreatePrice(payments: Payments): Promise<string> {
  // Includes archived prices, since they keep the lookup key.
  const { data } = await payments.call((stripe) =>
    stripe.prices.list({ lookup_keys: [LOOKUP_KEY], limit: 1 }),
  );
  const [price] = data;
  return price !== undefined && isCurrentPrice(price) ? price.id : createPrice(payments, price?.id ?? 'none');
}

const isCurrentPrice = (price: Stripe.Price): boolean =>
  price.active &&
  price.unit_amount === amount &&
  price.currency === CURRENCY &&
  price.recurring?.interval === 'month' &&
  price.recurring.interval_count === 1;

/** Processes that start together create one of each. The new price takes over the lookup key. */
async function createPrice(payments: Payments, replacedId: string): Promise<string> {
  const product = await payments.requestOnce(
    `product-${LOOKUP_KEY}-${replacedId}`,
    (stripe, idempotencyKey) => stripe.products.create({ name: 'BookSwap Premium' }, { idempotencyKey }),
  );
  const price = await payments.requestOnce(`price-${LOOKUP_KEY}-${replacedId}`, (stripe, idempotencyKey) =>
    stripe.prices.create(
      {
        product: product.id,
        currency: CURRENCY,
        unit_amount: amount,
        recurring: { interval: 'month' },
        lookup_key: LOOKUP_KEY,
        transfer_lookup_key: true,
      },
      { idempotencyKey },
    ),
  );
  return price.id;
}

import type { BookPrices } from '#features/books/server/public.ts';
import { enqueueLowerPrice } from './enqueue-lower-price.ts';
import { previousPriceSince } from './previous-price-since.ts';
import { toBooks } from './to-books.ts';
import { trackPrice } from './track-price.ts';

type PriceContext = Parameters<typeof enqueueLowerPrice>[0];

/** What listings show and store of prices, for the features below. */
export const createBookPrices = ({ jobs }: PriceContext): BookPrices => ({
  toBooks,
  async trackPrice(tx, former, price, now) {
    const cut = await trackPrice(tx, former, price, now);
    await enqueueLowerPrice({ jobs }, tx, { former, price, cut, now });
    return cut;
  },
  previousPriceSince,
});

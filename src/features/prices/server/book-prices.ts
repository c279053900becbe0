import { type BookPrices, toUnratedBook } from '#features/books/server/public.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { Market } from '#platform/shared/market/market.ts';
import { ratePrice } from '../price-band.ts';
import { CORRECTION_SECONDS } from '../price-history.ts';
import { findPriceSamples, insideTransaction, outsideTransaction } from './find-price-samples.ts';
import { previousPriceSince } from './previous-price-since.ts';
import { trackPrice } from './track-price.ts';

export const LOWER_PRICE_QUEUE = 'notify-of-lower-price';
/** `loweredAt`: ISO 8601, when the listing got the price. */
export type LowerPriceJob = { bookId: string; loweredAt: string };

/** What listings show and store of prices, for the features below. */
export const createBookPrices = ({
  jobs,
  market,
}: {
  jobs: Pick<ServerContext['jobs'], 'enqueue'>;
  market: Market;
}): BookPrices => ({
  toBooks: createToBooks(market),
  async trackPrice(tx, former, price, now) {
    const cut = await trackPrice(tx, former, price, now);
    const isLower = price !== undefined && price < former.price;
    // The handler decides who saved the listing at a price from which it is a cut.
    if (isLower || cut.priceLoweredAt?.getTime() === now.getTime()) {
      const job: LowerPriceJob = { bookId: former.id, loweredAt: now.toISOString() };
      await jobs.enqueue(tx, LOWER_PRICE_QUEUE, job, { after: CORRECTION_SECONDS });
    }
    return cut;
  },
  previousPriceSince,
});

/** Converts the rows of a page to their API form. The ratings of all prices take one statement. */
export const createToBooks =
  ({ prices: { step } }: Pick<Market, 'prices'>): BookPrices['toBooks'] =>
  async (from, rows, now) => {
    const listed = rows.map((row) => ({ book: toUnratedBook(row, now), sellerKey: row.sellerMailbox }));
    const isbns = listed.flatMap(({ book: { isbn, isActive } }) => (isActive && isbn !== null ? [isbn] : []));
    const samples = await findPriceSamples(
      'pool' in from ? outsideTransaction(from) : insideTransaction(from),
      isbns,
      now,
    );
    return listed.map(({ book, sellerKey }) => ({
      ...book,
      priceRating:
        book.isActive && book.isbn !== null
          ? ratePrice({ ...book, sellerKey }, samples.get(book.isbn) ?? [], step)
          : null,
    }));
  };

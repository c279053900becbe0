import { type BookPrices, toBook } from '#features/books/server/public.ts';
import { previousPriceSince } from './previous-price-since.ts';
import { trackPrice } from './track-price.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { PriceCut } from '#features/books/price-cut.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { CORRECTION_SECONDS } from '../price-history.ts';
import { ratePrice } from '../price-band.ts';
import { findPriceSamples, insideTransaction, outsideTransaction } from './find-price-samples.ts';

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

export const LOWER_PRICE_QUEUE = 'notify-of-lower-price';
/** `loweredAt`: ISO 8601, when the listing got the price. */
export type LowerPriceJob = { bookId: string; loweredAt: string };

type LoweredPrice = {
  former: { id: string; price: number };
  price: number | undefined;
  cut: Partial<PriceCut>;
  now: Date;
};

/** Enqueues the notices of a lowered price, in its transaction. The handler decides who gets them. */
async function enqueueLowerPrice(
  { jobs }: { jobs: Pick<ServerContext['jobs'], 'enqueue'> },
  tx: Transaction,
  { former, price, cut, now }: LoweredPrice,
): Promise<void> {
  const isLower = price !== undefined && price < former.price;
  if (!isLower && cut.priceLoweredAt?.getTime() !== now.getTime()) return;
  const job: LowerPriceJob = { bookId: former.id, loweredAt: now.toISOString() };
  await jobs.enqueue(tx, LOWER_PRICE_QUEUE, job, { after: CORRECTION_SECONDS });
}

/** Converts the rows of a page to their API form. The ratings of all prices take one statement. */
export const toBooks: BookPrices['toBooks'] = async (from, rows, now) => {
  const listed = rows.map((row) => ({ book: toBook(row, now), sellerKey: row.sellerMailbox }));
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
        ? ratePrice({ ...book, sellerKey }, samples.get(book.isbn) ?? [])
        : null,
  }));
};

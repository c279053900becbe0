import type { Transaction } from '#platform/server/database/database.ts';
import type { PriceCut } from '#features/books/price-cut.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { CORRECTION_SECONDS } from '../price-history.ts';

export const LOWER_PRICE_QUEUE = 'notify-of-lower-price';
/** `loweredAt`: ISO 8601, when the listing got the price. */
export type LowerPriceJob = { bookId: string; loweredAt: string };

type LoweredPrice = {
  former: { id: string; price: number };
  price: number | undefined;
  cut: Partial<PriceCut>;
  now: Date;
};

/**
 * Enqueues the notices of a price that an edit has lowered, in its transaction. The handler decides who saved
 * the listing at a price from which it is a cut.
 */
export async function enqueueLowerPrice(
  { jobs }: { jobs: Pick<ServerContext['jobs'], 'enqueue'> },
  tx: Transaction,
  { former, price, cut, now }: LoweredPrice,
): Promise<void> {
  const isLower = price !== undefined && price < former.price;
  if (!isLower && cut.priceLoweredAt?.getTime() !== now.getTime()) return;
  const job: LowerPriceJob = { bookId: former.id, loweredAt: now.toISOString() };
  await jobs.enqueue(tx, LOWER_PRICE_QUEUE, job, { after: CORRECTION_SECONDS });
}

import type { Transaction } from '#platform/server/database/database.ts';
import { CORRECTION_SECONDS, type PriceCut } from '../../price-history.ts';
import type { BookContext } from '../book-events.ts';

/** Its handler belongs to the feature of prices. */
export const LOWER_PRICE_QUEUE = 'notify-of-lower-price';
/** `loweredAt`: ISO 8601, when the listing got the price. */
export type LowerPriceJob = { bookId: string; loweredAt: string };

/** Enqueues the notices of a price that an edit has lowered, in its transaction. */
export async function enqueueLowerPrice(
  { jobs }: Pick<BookContext, 'jobs'>,
  tx: Transaction,
  { bookId, cut, now }: { bookId: string; cut: Partial<PriceCut>; now: Date },
): Promise<void> {
  if (cut.priceLoweredAt?.getTime() !== now.getTime()) return;
  const job: LowerPriceJob = { bookId, loweredAt: now.toISOString() };
  await jobs.enqueue(tx, LOWER_PRICE_QUEUE, job, { after: CORRECTION_SECONDS });
}

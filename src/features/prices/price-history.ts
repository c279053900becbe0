import type { PriceCut } from '#features/books/price-cut.ts';
import { DAY_MS } from '#platform/shared/durations.ts';

/** A price that was lowered by this much shows the former one, struck out. */
export const MIN_PRICE_CUT_PERCENT = 5;

/** The former price is the lowest of this time before the cut: a price that was just increased is none. */
export const FORMER_PRICE_MS = 30 * DAY_MS;

/** A newer listing shows no former price, or one that was in force for a moment would do. */
const MIN_LISTED_MS = 3 * DAY_MS;

/** A price that was in force for less than this is taken for an error: nobody was notified of it. */
export const CORRECTION_SECONDS = 60;

const NO_CUT: PriceCut = { previousPrice: null, priceLoweredAt: null };

type PriceChange = {
  /** The price in force until now, the cut that it shows, and since when the book is listed. */
  former: PriceCut & { price: number; createdAt: Date };
  price: number;
  /** The former prices within the period that counts. */
  formerPrices: readonly number[];
};

/** The price cut after a change of the price. A small cut leaves the one before, an increase ends it. */
export function toPriceCut({ former, price, formerPrices }: PriceChange, now: Date): PriceCut {
  if (price > former.price) return NO_CUT;
  const lowest = Math.min(former.price, ...formerPrices);
  const isNew = now.getTime() - former.createdAt.getTime() < MIN_LISTED_MS;
  if (!isNew && price * 100 <= lowest * (100 - MIN_PRICE_CUT_PERCENT))
    return { previousPrice: lowest, priceLoweredAt: now };
  return { previousPrice: former.previousPrice, priceLoweredAt: former.priceLoweredAt };
}

import { DAY_MS } from '#platform/shared/durations.ts';

/** A listing with a cut price shows the former one, struck out, for this time. */
export const PRICE_CUT_SHOWN_MS = 14 * DAY_MS;

/** What a listing stores of the last time that its price was lowered, as the feature of prices decides it. */
export type PriceCut = { previousPrice: number | null; priceLoweredAt: Date | null };

/** The former price that is shown. */
export function shownPreviousPrice({ previousPrice, priceLoweredAt }: PriceCut, now: Date): number | null {
  const isShown = priceLoweredAt !== null && now.getTime() - priceLoweredAt.getTime() < PRICE_CUT_SHOWN_MS;
  return isShown ? previousPrice : null;
}

import type { MarketPrices } from '#platform/shared/market/market.ts';

/**
 * A price of the demo, which is written in dollars and cents, in the currency of the market: as many steps, in half
 * steps unless the market counts as dollars do.
 */
export const toDemoPrice = (cents: number, { step }: Pick<MarketPrices, 'step'>): number =>
  step === 100 ? cents : Math.round((cents / 100) * 2) * Math.round(step / 2);

import { formatMoneyInput } from '#platform/shared/money.ts';
import type { MarketPrices } from '#platform/shared/market/market.ts';
import type { Locale } from '#platform/shared/texts/locale.ts';

/**
 * A price of the demo, which is written in dollars and cents, in the currency of the market: as many steps, in half
 * steps unless the market counts as dollars do.
 */
export const toDemoPrice = (cents: number, { step }: Pick<MarketPrices, 'step'>): number =>
  step === 100 ? cents : Math.round((cents / 100) * 2) * Math.round(step / 2);

/** A message with the prices that it has in braces, as students write them: 'Would you do {80}?' */
export const writeDemoPrices = (content: string, locale: Locale): string =>
  content.replace(/\{(\d+)\}/g, (_all, dollars: string) =>
    formatMoneyInput(toDemoPrice(Number(dollars) * 100, locale.prices), locale).replace(/[.,]0+$/, ''),
  );

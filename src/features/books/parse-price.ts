import { formatMoneyInput, parseMoney } from '#platform/shared/money.ts';
import { currentLocale } from '#platform/shared/texts/locale.ts';

/** The entered price, or the error in it. Empty input is `{ amount: null }`. */
type ReadPrice = { amount: number | null } | { problem: string };

const decimalsTexts = { 0: 'no decimals', 2: 'at most two decimals', 3: 'at most three decimals' };

/** Reads a price as people write it: '12', '12.5', '12,50', '$12.50', '1,234.50'. Nothing is rounded. */
export function parsePrice(text: string): ReadPrice {
  const { money, prices } = currentLocale();
  const read = parseMoney(text, money);
  if ('amount' in read) return read;
  const example = formatMoneyInput(12.5 * prices.step);
  return {
    problem:
      read.problem === 'no-amount'
        ? `Enter a price in ${money.name}, like ${example}`
        : `Use ${decimalsTexts[money.digits]}, like ${example}`,
  };
}

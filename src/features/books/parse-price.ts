import { formatMoneyInput } from '#platform/shared/money.ts';
import { parseMoney } from '#platform/shared/parse-money.ts';
import { currentLocale } from '#platform/shared/texts/locale.ts';
import { t, textId } from '#platform/shared/texts/t.ts';

/** The entered price, or the error in it. Empty input is `{ amount: null }`. */
type ReadPrice = { amount: number | null } | { problem: string };

const DECIMALS = {
  0: textId('books.price.no-decimals'),
  2: textId('books.price.two-decimals'),
  3: textId('books.price.three-decimals'),
};

/** What to say of an entered price of nothing; undefined for others. */
export function freeNote(text: string): string | undefined {
  const read = parsePrice(text);
  return 'amount' in read && read.amount === 0 ? t('books.price.free') : undefined;
}

/** Reads a price as people write it: '12', '12.5', '12,50', '$12.50', '1,234.50'. Nothing is rounded. */
export function parsePrice(text: string): ReadPrice {
  const { money, prices } = currentLocale();
  const read = parseMoney(text, money);
  if ('amount' in read) return read;
  const example = formatMoneyInput(12.5 * prices.step);
  return {
    problem:
      read.problem === 'no-amount'
        ? t('books.price.unreadable', { currency: money.name, example })
        : t(DECIMALS[money.digits], { example }),
  };
}

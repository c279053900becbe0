import { currentLocale, type Locale } from './texts/locale.ts';
import type { MoneyFacts } from './market/money-facts.ts';

type WithMoney = Pick<Locale, 'money'>;

/** An amount in minor units: 6800 → '$68.00', '68,00 €', '¥6,800'. */
export function formatMoney(amount: number, { money }: WithMoney = currentLocale()): string {
  const { whole, fraction } = split(amount, money);
  const decimals = money.digits === 0 ? '' : money.decimal + fraction;
  return money.before + group(whole, money) + decimals + money.after;
}

/** An amount as shown in a field: 5400 → '54.00', '54,00'. */
export function formatMoneyInput(amount: number, { money }: WithMoney = currentLocale()): string {
  const { whole, fraction } = split(amount, money);
  return money.digits === 0 ? whole : whole + money.decimal + fraction;
}

/** An amount for programs: 5400 → '54.00' in every language. */
export const formatPlainAmount = (amount: number, { money }: WithMoney): string =>
  formatMoneyInput(amount, { money: { ...money, decimal: '.' } });

function split(amount: number, { digits }: MoneyFacts): { whole: string; fraction: string } {
  const text = String(amount).padStart(digits + 1, '0');
  return { whole: text.slice(0, text.length - digits), fraction: text.slice(text.length - digits) };
}

function group(whole: string, { group: mark, sizes: [last, others = last], minGroup }: MoneyFacts): string {
  if (whole.length < last + minGroup) return whole;
  const head = whole.slice(0, -last);
  const inGroups = head.replace(new RegExp(`\\B(?=(?:\\d{${others}})+$)`, 'g'), () => mark);
  return inGroups + mark + whole.slice(-last);
}

/** 299 → 2.99. For arithmetic and for inputs of the API in whole currency; people read `formatMoney`. */
export const toMajorUnits = (amount: number, { digits }: { digits: number }): number => amount / 10 ** digits;

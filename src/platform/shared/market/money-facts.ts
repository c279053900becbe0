import { directionOf, type Language } from '../texts/languages.ts';
import type { Market } from './market.ts';

/** How amounts of a market are written in a language. Computed by the server alone, as `Intl` differs elsewhere. */
export type MoneyFacts = {
  /** ISO 4217. */
  code: string;
  digits: 0 | 2 | 3;
  decimal: string;
  group: string;
  /** The digits of the last group, and of those before it if they differ. */
  sizes: [number] | [number, number];
  /** The fewest digits before the last group. */
  minGroup: 1 | 2;
  /** What stands around an amount: the sign, with its space and what isolates it. */
  before: string;
  after: string;
  /** The currency in a sentence: 'dollars'. */
  name: string;
};

/** Isolates an amount from the text around it, which runs from right to left. */
const ISOLATE = ['\u2068', '\u2069'] as const;

export function moneyFactsOf(language: Language, { region, currency }: Market): MoneyFacts {
  const { code, digits } = currency;
  const tag = `${language}-${region}-u-nu-latn`;
  const format = new Intl.NumberFormat(tag, {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  const parts = format.formatToParts(1_234_567_890);
  const valueOf = (type: string) => parts.find((part) => part.type === type)?.value;
  const isNumber = ({ type }: Intl.NumberFormatPart) =>
    ['integer', 'group', 'decimal', 'fraction'].includes(type);
  const first = parts.findIndex(isNumber);
  const last = parts.findLastIndex(isNumber);
  const text = (some: Intl.NumberFormatPart[]) => some.map(({ value }) => value).join('');
  const [end = 3, before = end] = parts
    .filter(({ type }) => type === 'integer')
    .map(({ value }) => value.length)
    .reverse();
  const [open, close] = directionOf(language) === 'rtl' ? ISOLATE : ['', ''];
  return {
    code,
    digits,
    decimal: valueOf('decimal') ?? decimalOf(tag),
    group: valueOf('group') ?? '',
    sizes: end === before ? [end] : [end, before],
    minGroup: format.formatToParts(1_234).some(({ type }) => type === 'group') ? 1 : 2,
    before: open + text(parts.slice(0, first)),
    after: text(parts.slice(last + 1)) + close,
    name: nameOf(language, code),
  };
}

/** For what a currency without decimals is asked. */
const decimalOf = (tag: string) =>
  new Intl.NumberFormat(tag).formatToParts(0.5).find(({ type }) => type === 'decimal')!.value;

/** In English the last word alone: 'dollars', not 'US dollars'. */
function nameOf(language: Language, code: string): string {
  const name = new Intl.NumberFormat(language, { style: 'currency', currency: code, currencyDisplay: 'name' })
    .formatToParts(2)
    .find(({ type }) => type === 'currency')!.value;
  return language === 'en' ? name.split(' ').at(-1)! : name;
}

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

/** 'US$' → '$': the letters before a narrow sign say nothing in a market with one currency. */
const toNarrow = (sign: string) => sign.replace(/[A-Z]+(?=\p{Sc})/u, '');

/** Isolates an amount from the text around it, which runs from right to left. Latin signs need no other marks. */
function isolate(before: string, after: string): [before: string, after: string] {
  if (/\p{Script=Arabic}/u.test(before + after)) return [`\u2068${before}`, `${after}\u2069`];
  const [plainBefore, plainAfter] = [before, after].map((text) => text.replace(/[\u061c\u200e\u200f]/g, ''));
  return [`\u2066${plainBefore}`, `${plainAfter}\u2069`];
}

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
  const [end = 3, inner = end] = parts
    .filter(({ type }) => type === 'integer')
    .map(({ value }) => value.length)
    .reverse();
  const signs: [string, string] = [
    toNarrow(text(parts.slice(0, first))),
    toNarrow(text(parts.slice(last + 1))),
  ];
  const [before, after] = directionOf(language) === 'rtl' ? isolate(...signs) : signs;
  return {
    code,
    digits,
    decimal: valueOf('decimal') ?? decimalOf(tag),
    group: valueOf('group') ?? '',
    sizes: end === inner ? [end] : [end, inner],
    minGroup: format.formatToParts(1_234).some(({ type }) => type === 'group') ? 1 : 2,
    before,
    after,
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

import type { Language } from './languages.ts';
import { currentLocale } from './locale.ts';

type NumberSigns = {
  group: string;
  decimal: string;
  minus: string;
  /** Digits before the first group sign. */ minGrouped: number;
};

/** Not from Intl: a server and a browser of other versions must write the same. Digits are 0 to 9 in each language. */
const SIGNS: Record<Language, NumberSigns> = {
  en: { group: ',', decimal: '.', minus: '-', minGrouped: 4 },
  es: { group: '.', decimal: ',', minus: '-', minGrouped: 5 },
  de: { group: '.', decimal: ',', minus: '-', minGrouped: 4 },
  // With a mark that keeps the sign before the digits.
  ar: { group: ',', decimal: '.', minus: '\u200e-', minGrouped: 4 },
};

const MAX_DECIMALS = 3;

/**
 * 1234.5 → '1,234.5' in English, '1234,5' in Spanish, '1.234,5' in German. `decimals`: so many in any case; without
 * it, those that the number has, up to three.
 */
export function formatNumber(value: number, language: Language, decimals?: number): string {
  const { group, decimal, minus, minGrouped } = SIGNS[language];
  const rounded = Math.abs(value).toFixed(decimals ?? MAX_DECIMALS);
  const [whole = '', fraction] = (decimals === undefined ? String(Number(rounded)) : rounded).split('.');
  const grouped = whole.length < minGrouped ? whole : whole.replace(/\B(?=(\d{3})+$)/g, group);
  const isNegative = value < 0 && Number(rounded) !== 0;
  return `${isNegative ? minus : ''}${grouped}${fraction === undefined ? '' : decimal + fraction}`;
}

/** A number in the language of the page: 5000 → '5,000'. */
export const formatCount = (count: number): string => formatNumber(count, currentLocale().language);

import type { Language } from './languages.ts';

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

/** 1234.5 → '1,234.5' in English, '1234,5' in Spanish, '1.234,5' in German. */
export function formatNumber(value: number, language: Language): string {
  const { group, decimal, minus, minGrouped } = SIGNS[language];
  const [whole = '', decimals] = String(Number(Math.abs(value).toFixed(MAX_DECIMALS))).split('.');
  const grouped = whole.length < minGrouped ? whole : whole.replace(/\B(?=(\d{3})+$)/g, group);
  const isNegative = value < 0 && Number(value.toFixed(MAX_DECIMALS)) !== 0;
  return `${isNegative ? minus : ''}${grouped}${decimals === undefined ? '' : decimal + decimals}`;
}

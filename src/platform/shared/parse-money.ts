import { toAsciiDigits } from './letters/ascii-digits.ts';
import type { MoneyFacts } from './market/money-facts.ts';

/** The amount of an entered text; null for an empty one. Nothing is rounded. */
export type ReadMoney = { amount: number | null } | { problem: 'no-amount' | 'too-many-decimals' };

const NUMBER = /^-?(?:\d+(?:\.\d*)?|\.\d+)$/;
/** No amount is longer, with its sign and spaces. */
const MAX_LENGTH = 60;
/** Of direction. */
const MARKS = /[\u061c\u200e\u200f\u2066-\u2069]/g;

/** Reads an amount as people write it in the market's currency and the page's language. */
export function parseMoney(text: string, facts: MoneyFacts): ReadMoney {
  // Raised and circled digits would become digits of the whole: '12⁵⁰'.
  if (text.length > MAX_LENGTH || /\p{No}/u.test(text) || !isSpaced(text)) return { problem: 'no-amount' };
  const typed = withoutSign(toAscii(text, facts), facts);
  if (typed === '') return { amount: null };
  const plain = withPoint(typed, facts);
  if (plain === null || !NUMBER.test(plain)) return { problem: 'no-amount' };
  const [whole = '', fraction = ''] = plain.split('.');
  if (fraction.length > facts.digits) return { problem: 'too-many-decimals' };
  const amount = Number(whole + fraction.padEnd(facts.digits, '0'));
  return Number.isSafeInteger(amount) ? { amount: amount === 0 ? 0 : amount } : { problem: 'no-amount' };
}

/** Whether spaces and apostrophes between digits separate groups: '10 20' would become 1020. */
function isSpaced(text: string): boolean {
  const ascii = toAsciiDigits(text.normalize('NFKC')).replace(MARKS, '').replace(/[٫٬]/g, ',');
  const [number = ''] = /\d[\d\s'’.,]*/.exec(ascii) ?? [];
  return !/[\s'’]\d/.test(number) || /^\d{1,3}(?:[\s'’]\d{2,3})*[\s'’]\d{3}(?:[.,]\d*)?\D*$/.test(number);
}

/** ASCII digits, '.' and ',' as marks, the Arabic ones as those of the language; without spaces, apostrophes and marks of direction. */
function toAscii(text: string, { decimal }: MoneyFacts): string {
  const [point, comma] = decimal === ',' ? [',', '.'] : ['.', ','];
  return toAsciiDigits(text.normalize('NFKC'))
    .replaceAll('٫', point)
    .replaceAll('٬', comma)
    .replace(/[−‐‑]/g, '-')
    .replace(MARKS, '')
    .replace(/[\s'’]/g, '');
}

function withoutSign(typed: string, facts: MoneyFacts): string {
  const { before, after, code } = facts;
  const signs = [before, after, code]
    .map((sign) => toAscii(sign, facts).toLowerCase())
    .filter((sign) => sign !== '');
  let rest = typed.toLowerCase();
  const minus = rest.startsWith('-') ? '-' : '';
  rest = rest.slice(minus.length);
  for (const sign of signs) {
    if (rest.startsWith(sign)) rest = rest.slice(sign.length);
    if (rest.endsWith(sign)) rest = rest.slice(0, -sign.length);
  }
  return minus + rest;
}

/** Without marks of groups, and with '.' as the decimal mark; null if the marks contradict each other. */
function withPoint(typed: string, { decimal, digits }: MoneyFacts): string | null {
  const marks = typed.replace(/[^.,]/g, '');
  const last = marks.at(-1);
  if (last === undefined) return typed;
  const other = last === '.' ? ',' : '.';
  if (marks.includes(other))
    return marks.lastIndexOf(last) === marks.indexOf(last) ? ungroup(typed, other, last) : null;
  if (marks.length > 1) return isGrouped(typed, last) ? typed.replaceAll(last, '') : null;
  const isGroup = /^-?[1-9]\d{0,2}[.,]\d{3}$/.test(typed) && (digits === 0 || last !== decimal);
  return typed.replace(last, isGroup ? '' : '.');
}

/** A number with both marks: the last is the decimal one. */
function ungroup(typed: string, mark: string, decimal: string): string | null {
  const [whole = '', fraction = ''] = typed.split(decimal);
  return isGrouped(whole, mark) ? `${whole.replaceAll(mark, '')}.${fraction}` : null;
}

/** Groups of three at the end; those before may have two digits, as in India. */
const isGrouped = (whole: string, mark: string): boolean =>
  new RegExp(`^-?\\d{1,3}(\\${mark}\\d{2,3})*\\${mark}\\d{3}$`).test(whole);

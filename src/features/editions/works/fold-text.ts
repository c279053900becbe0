/** Text as titles and names are compared: lower case, without accents, in one spelling of letters and digits. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\u0640\u200b-\u200f\u00ad\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
    .toLowerCase()
    .replace(/[ßæøłđıœىةکی]/gu, (letter) => LETTERS[letter] ?? letter)
    .replace(/\p{Nd}/gu, toAsciiDigit)
    .replace(/[‘’ʼ`´′]/g, "'")
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s+/g, ' ')
    .trim();
}

const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  œ: 'oe',
  ى: 'ي',
  ة: 'ه',
  ک: 'ك',
  ی: 'ي',
};

/** Digits of one script stand in a row of ten. */
function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0)!;
  if (code < 0x80) return digit;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && code - zero < 9) zero -= 1;
  return String(code - zero);
}

/** 'mueller' and 'muller' are one: Müller is written in both ways. */
const withoutUmlauts = (text: string): string => text.replace(/([aou])e/g, '$1');

/** The words of folded text, without punctuation. */
export const toWords = (folded: string): string[] =>
  withoutUmlauts(folded)
    .replace(/c\+\+/g, 'cpp')
    .replace(/([a-z])#/g, '$1sharp')
    .replace(/'/g, '')
    .replace(/&|\+/g, ' and ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

const ROMANS = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii'];

/** 'iv' → 4; 0 for other text. */
export const readRoman = (text: string): number => ROMANS.indexOf(text) + 1;

const valid13 = (digits: string): boolean => {
  let sum = 0;
  for (let i = 0; i < 13; i++) sum += Number(digits[i]) * (i % 2 === 0 ? 1 : 3);
  return sum % 10 === 0;
};

const valid10 = (digits: string): boolean => {
  let sum = 0;
  for (let i = 0; i < 10; i++) sum += (digits[i] === 'X' ? 10 : Number(digits[i])) * (10 - i);
  return sum % 11 === 0;
};

function checkDigit13(twelve: string): string {
  let sum = 0;
  for (let i = 0; i < 12; i++) sum += Number(twelve[i]) * (i % 2 === 0 ? 1 : 3);
  return String((10 - (sum % 10)) % 10);
}

/** An ISBN-10 or ISBN-13, hyphens and spaces allowed, as 13 digits; null if its check digit is wrong. */
export function toIsbn13(text: string): string | null {
  const digits = text
    .replace(/^\s*ISBN(-1[03])?:?/i, '')
    .replace(/[\s\u2010-\u2015-]/g, '')
    .toUpperCase();
  if (/^97[89]\d{10}$/.test(digits)) return valid13(digits) ? digits : null;
  if (/^\d{9}[\dX]$/.test(digits) && valid10(digits)) {
    const twelve = `978${digits.slice(0, 9)}`;
    return twelve + checkDigit13(twelve);
  }
  return null;
}

/** The first ISBN in a text, as 13 digits; null: there is none. */
export const findIsbn = (text: string): string | null => findIsbns(text, 1)[0] ?? null;

/** As long as an ISBN. A part of a longer number is none. */
const NUMBERS = /(?<![\dX])(?:97[89][\s\u2010-\u2015-]?)?(?:\d[\s\u2010-\u2015-]?){9}[\dX](?![\dX])/gi;

/** The ISBNs in a text, each once, in their order, as 13 digits. */
export function findIsbns(text: string, max: number): string[] {
  const isbns = new Set<string>();
  for (const [found] of text.matchAll(NUMBERS)) {
    const isbn = toIsbn13(found);
    if (isbn !== null) isbns.add(isbn);
    if (isbns.size === max) break;
  }
  return [...isbns];
}

/** The numbers in a text that would be ISBNs but for a wrong digit, as they are written. */
export const findWrongIsbns = (text: string): string[] =>
  [...text.matchAll(NUMBERS)].flatMap(([found]) => (toIsbn13(found) === null ? [found.trim()] : []));

import { toIsbn13 } from '#features/books/isbn.ts';
import { toAsciiDigits } from '#platform/shared/letters/ascii-digits.ts';
import { isDate, MAX_PHONE_DIGITS, MIN_LONGEST_GROUP, MIN_PHONE_DIGITS } from '../phone-numbers.ts';

export type ContactDetails = {
  kind: 'phone number' | 'email address';
  /** Where it stands in the text. */
  start: number;
  end: number;
  /** The text tells the other kind, too. */
  hasBoth: boolean;
};

/** Groups of digits with one separator between them, and a country's '+' or '(' before. */
const NUMBERS = /[+(]?\d+(?:[ .\-()\u00a0\u2010-\u2015]{1,2}\d+)*/gu;
/** Of dirham, riyal, dinar and pound: 'د.إ', 'ر.س'. */
const ARABIC_CURRENCY = /^\s?[درجل]\s?\.\s?\p{L}/u;
const EMAILS = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,5}/gu;

/** The first phone number or email address of a text, or null. An ISBN, a price, a date or a room is none. */
export function findContactDetails(text: string): ContactDetails | null {
  const email = EMAILS.exec(text);
  EMAILS.lastIndex = 0;
  const phone = findPhoneNumber(text);
  if (email === null) return phone && { ...phone, hasBoth: false };
  const found = { kind: 'email address', start: email.index, end: email.index + email[0].length } as const;
  const first = phone !== null && phone.start < found.start ? phone : found;
  return { ...first, hasBoth: phone !== null };
}

function findPhoneNumber(text: string): Omit<ContactDetails, 'hasBoth'> | null {
  for (const { index, 0: found } of toAsciiDigits(text).matchAll(NUMBERS)) {
    const end = index + found.length;
    const before = text.slice(Math.max(0, index - 2), index);
    const after = text.slice(end, end + 2);
    const isPrice =
      /\p{Sc} ?$/u.test(before) ||
      /^ ?[\p{Sc}%]/u.test(after) ||
      ARABIC_CURRENCY.test(text.slice(end, end + 5));
    const isPartOfWord = /[\p{L}\p{N}/.]$/u.test(before) || /^[\p{L}/]/u.test(after);
    if (!isPrice && !isPartOfWord && isPhoneNumber(found)) return { kind: 'phone number', start: index, end };
  }
  return null;
}

function isPhoneNumber(written: string): boolean {
  const groups = written.match(/\d+/gu)!;
  const digits = groups.join('');
  if (digits.length < MIN_PHONE_DIGITS || digits.length > MAX_PHONE_DIGITS) return false;
  if (Math.max(...groups.map(({ length }) => length)) < MIN_LONGEST_GROUP) return false;
  // A local number: 555 0142. Other groups are rooms, sections or pages.
  if (digits.length === MIN_PHONE_DIGITS && groups.length > 1 && groups[0]?.length !== 3) return false;
  return !isIsbn(written, digits) && !isDate(groups);
}

/** Also one with a wrong digit. */
const isIsbn = (written: string, digits: string) =>
  toIsbn13(written) !== null || (digits.length === 13 && /^97[89]/u.test(digits));

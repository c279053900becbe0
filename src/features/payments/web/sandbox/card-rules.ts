import { toAsciiDigits } from '#platform/shared/letters/ascii-digits.ts';
import { t } from '#platform/shared/texts/t.ts';

/** Formats and validates the fields of a card form. Pure but for the language: the time is a parameter. */

export type CardField = 'number' | 'expiry' | 'cvc';
export type CardValues = Record<CardField, string>;
export type CardErrors = Partial<Record<CardField, string>>;

export const cardFields = ['number', 'expiry', 'cvc'] as const satisfies readonly CardField[];
export const emptyCard: CardValues = { number: '', expiry: '', cvc: '' };

const digitsOf = (text: string, maxLength: number) =>
  toAsciiDigits(text).replace(/\D/g, '').slice(0, maxLength);

/** Numbers of American Express are shorter, with other groups, and have a code of four digits. */
const isAmex = (number: string) => /^3[47]/.test(number);

/** '4242424242424242' → '4242 4242 4242 4242' */
export function formatCardNumber(typed: string): string {
  const digits = digitsOf(typed, 16);
  return isAmex(digits) ? groups(digits.slice(0, 15), [4, 6, 5]) : groups(digits, [4, 4, 4, 4]);
}

function groups(digits: string, lengths: readonly number[]): string {
  let at = 0;
  return lengths
    .map((length) => digits.slice(at, (at += length)))
    .filter((group) => group !== '')
    .join(' ');
}

/**
 * '829' → '08 / 29'; and an autofilled '08/2029'. The slash comes with the year, so that the backspace key
 * can delete the month.
 */
export function formatExpiry(typed: string): string {
  const [, single, rest] = /^\s*(\d)\s*\/(.*)$/.exec(toAsciiDigits(typed)) ?? [];
  const digits = digitsOf(single === undefined ? typed : `0${single}${rest}`, 6);
  const padded = /^[2-9]/.test(digits) ? `0${digits}` : digits;
  const year = padded.slice(2);
  const short = year.length === 4 ? year.slice(2) : year.slice(0, 2);
  return year === '' ? padded : `${padded.slice(0, 2)} / ${short}`;
}

export const formatCvc = (typed: string): string => digitsOf(typed, 4);

/** Whether the check digit is correct. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place]);
    const doubled = place % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return digits !== '' && sum % 10 === 0;
}

/** The month and the full year of '08 / 29'; null while it is incomplete. */
export function parseExpiry(written: string): { month: number; year: number } | null {
  const [, month, year] = /^(\d\d) \/ (\d\d)$/.exec(written) ?? [];
  return month === undefined ? null : { month: Number(month), year: 2000 + Number(year) };
}

/** The errors, short enough for a line at the field. */
export function validateCard(card: CardValues, now: Date): CardErrors {
  const found = { number: numberError(card), expiry: expiryError(card, now), cvc: cvcError(card) };
  return Object.fromEntries(Object.entries(found).filter(([, error]) => error !== null));
}

function numberError(card: CardValues): string | null {
  const digits = digitsOf(card.number, 16);
  if (digits.length < (isAmex(digits) ? 15 : 16)) return t('payments.card.number-incomplete');
  return passesLuhn(digits) ? null : t('payments.card.number-invalid');
}

function expiryError(card: CardValues, now: Date): string | null {
  const expiry = parseExpiry(card.expiry);
  if (expiry === null) return t('payments.card.date-incomplete');
  if (expiry.month < 1 || expiry.month > 12) return t('payments.card.date-invalid');
  const months = (expiry.year - now.getFullYear()) * 12 + expiry.month - 1 - now.getMonth();
  if (months < 0) return t('payments.card.date-past');
  return months > 50 * 12 ? t('payments.card.year-invalid') : null;
}

function cvcError({ number, cvc }: CardValues): string | null {
  const length = isAmex(number) ? 4 : 3;
  if (cvc.length < length) return t('payments.card.code-incomplete');
  return cvc.length > length ? t('payments.card.code-invalid') : null;
}

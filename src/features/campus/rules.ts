/** Names, limits and colors of a campus. No I/O. */

/** Hues of the accent in OKLCH, in degrees. Amber means boosted and red lost, so they are not offered. */
export const HUES = {
  green: 160,
  teal: 195,
  'sea-blue': 235,
  blue: 265,
  violet: 300,
  plum: 340,
  berry: 5,
  olive: 120,
} as const;
export type HueName = keyof typeof HUES;
export const hueNames = Object.keys(HUES) as HueName[];
export const DEFAULT_HUE: HueName = 'green';

export const MAX_CAMPUS_NAME_LENGTH = 60;
export const MAX_EMAIL_DOMAINS = 20;
export const MAX_DOMAIN_LENGTH = 253;
export const MAX_LEGAL_NAME_LENGTH = 200;
export const MAX_LEGAL_ADDRESS_LENGTH = 500;

/** Pixels of a side: what browsers and phones ask for. The largest is stored. */
export const ICON_SIZES = [180, 192, 512] as const;
export const STORED_ICON_SIZE = 512;
export const MAX_ICON_BYTES = 400_000;

const DOMAIN = /^(?=.{1,253}$)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/;

/** A host name in lower case, without '@': `northfield.edu`. */
export const isEmailDomain = (text: string): boolean => DOMAIN.test(text);

/** What a person types as a domain: '@Northfield.edu ' → 'northfield.edu'. */
export const toEmailDomain = (text: string): string => text.trim().replace(/^@/, '').toLowerCase();

/** An IANA name, as `Intl` knows it. An offset ('+02:00') has no daylight saving time. */
export function isTimeZone(text: string): boolean {
  if (/^[+-]/.test(text)) return false;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** What an account is held to. Pure: no I/O, nothing but the language. */

/** Characters. */
export const passwordLength = { min: 6, max: 128 } as const;

/** Characters of a person's name. */
export const nameLength = { min: 1, max: 200 } as const;

/** What is not seen, and makes one name pass for another; joiners only where the writing of a language needs them. */
const unseen =
  /(?![\u200c\u200d])[\p{Default_Ignorable_Code_Point}\u2800]|(?<![\p{Script=Arabic}\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca])[\u200c\u200d]/u;

/** More marks on one letter than any writing has. */
const heap = /\p{M}{5}/u;

/** One blank between words. */
export const tidyName = (name: string): string => name.replace(/[\s\p{Z}]+/gu, ' ').trim();

export const isShowableName = (name: string): boolean => !unseen.test(name) && !heap.test(name);

/** Names are what notifications and mails begin with: nobody is to be taken for those who run the product. */
export const posesAsProduct = (name: string): boolean =>
  name.normalize('NFKD').replace(/\P{L}/gu, '').toLowerCase().includes('bookswap');

/** A name that somebody else hands on, or null where it is none to be shown: nobody is kept out by it. */
export function seemlyName(handedOn: string): string | null {
  const name = tidyName(handedOn);
  return name !== '' && isShowableName(name) && !posesAsProduct(name) ? name : null;
}

/** Characters of what somebody says their university is called. */
export const universityLength = { max: 200 } as const;

/** The name of somebody whose identity provider knows none. */
export const nameless = 'User';

/**
 * Who proves here who somebody is; configured, and the same for everybody. `campus` is what the university's own sign-in is called,
 * where there is one besides the password.
 */
export type IdentitySetting =
  | { kind: 'embedded'; campus: string | null }
  | { kind: 'clerk'; publishableKey: string };

/** Parameter of `/sign-in` under which the university's sign-in says how it ended. */
export const campusArrival = 'campus';

/** Why somebody has come back from their university and is not signed in. */
export type CampusTrouble =
  | 'cancelled'
  | 'expired'
  | 'unavailable'
  | 'refused'
  | 'email-taken'
  | 'no-email'
  | 'barred'
  | 'busy';

/** What an account is held to. Pure: no I/O, nothing but the language. */

/** Characters. */
export const passwordLength = { min: 6, max: 128 } as const;

/** Characters of a person's name. */
export const nameLength = { min: 1, max: 200 } as const;

/** What is not seen, and makes one name pass for another; joiners only where the writing of a language needs them. */
const invisibleCharacters =
  /(?![\u200c\u200d])[\p{Default_Ignorable_Code_Point}\u2800]|(?<![\p{Script=Arabic}\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca])[\u200c\u200d]/u;

/** More marks on one letter than any writing has. */
const stackedMarks = /\p{M}{5}/u;

/** One blank between words. */
export const normalizeName = (name: string): string => name.replace(/[\s\p{Z}]+/gu, ' ').trim();

export const isDisplayableName = (name: string): boolean =>
  !invisibleCharacters.test(name) && !stackedMarks.test(name);

/** Where mail programs make a link of a name, it leads to a stranger's page from a mail that we sent. */
export const looksLikeLink = (name: string): boolean =>
  /:\/\/|www\.|@/.test(name.normalize('NFKC').toLowerCase());

/**
 * What passes for a letter of the product's name, in lower case: digits and signs, other letters of Latin, Greek and Cyrillic, small
 * capitals. By their numbers, for who reads this cannot tell them apart either.
 */
const homoglyphs: Record<string, string> = {
  b: '8\u00df\u0253\u0299\u03b2\u0432\u044c',
  o: '0\u00f8\u1d0f\u03bf\u03c3\u043e\u0585',
  k: '\u0199\u1d0b\u03ba\u043a\u049b',
  s: '5$\u0282\ua731\u0455',
  w: '\u026f\u1d21\u03c9\u0448\u0461\u051d',
  a: '4\u0251\u1d00\u03b1\u0430',
  p: '\u00fe\u01bf\u1d18\u03c1\u0440',
};

const letterMeant = (written: string): string =>
  Object.keys(homoglyphs).find((letter) => homoglyphs[letter]!.includes(written)) ?? written;

/** Names are what notifications and mails begin with: nobody is to be taken for those who run the product. */
export function impersonatesProduct(name: string): boolean {
  const written = name.normalize('NFKD').toLowerCase();
  // A digit is a letter in disguise, or stands between letters: 'Book5wap', 'Book 5 Swap'.
  return [written, written.replace(/\P{L}/gu, '')].some((text) =>
    [...text].map(letterMeant).join('').replace(/\P{L}/gu, '').replaceAll('vv', 'w').includes('bookswap'),
  );
}

/** A name that somebody else hands on, or null where it is none to be shown: nobody is kept out by it. */
export function sanitizeName(handedOn: string): string | null {
  const name = normalizeName(handedOn);
  return name !== '' && isDisplayableName(name) && !looksLikeLink(name) && !impersonatesProduct(name)
    ? name
    : null;
}

/** Characters of what somebody says their university is called. */
export const universityLength = { max: 200 } as const;

/** The name of somebody whose identity provider knows none. */
export const defaultUserName = 'User';

/**
 * Who proves here who somebody is; configured, and the same for everybody. `campus` is what the university's own sign-in is called,
 * where there is one besides the password.
 */
export type IdentityConfig =
  | { kind: 'embedded'; campus: string | null }
  | { kind: 'clerk'; publishableKey: string };

/** Parameter of `/sign-in` under which the university's sign-in says how it ended. */
export const oidcResultParam = 'campus';

/** Why somebody has come back from their university and is not signed in. */
export type OidcSignInError =
  | 'cancelled'
  | 'expired'
  | 'unavailable'
  | 'refused'
  | 'email-taken'
  | 'no-email'
  | 'barred'
  | 'busy';

/** Rules for accounts. No I/O. */

export const passwordLength = { min: 6, max: 128 } as const;

export const nameLength = { min: 1, max: 200 } as const;

/**
 * Invisible characters, which make one name look like another. Joiners are allowed where a script needs them.
 */
const INVISIBLE_CHARACTERS =
  /(?![\u200c\u200d])[\p{Default_Ignorable_Code_Point}\u2800]|(?<![\p{Script=Arabic}\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca])[\u200c\u200d]/u;

/** More combining marks on one letter than any script uses. */
const STACKED_MARKS = /\p{M}{5}/u;

/** One space between words. */
export const normalizeName = (name: string): string => name.replace(/[\s\p{Z}]+/gu, ' ').trim();

export const isDisplayableName = (name: string): boolean =>
  !INVISIBLE_CHARACTERS.test(name) && !STACKED_MARKS.test(name);

/** Email programs turn such a name into a link, and our email would lead to a stranger's page. */
export const looksLikeLink = (name: string): boolean =>
  /:\/\/|www\.|@/.test(name.normalize('NFKC').toLowerCase());

/**
 * Characters that look like a letter of the product's name, in lower case: digits and signs, letters of
 * Latin, Greek and Cyrillic, small capitals. Written as code points, because a reader could not tell them
 * apart.
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

/** Notifications and emails start with a name: no user may pass for the operator of the product. */
export function impersonatesProduct(name: string): boolean {
  const written = name.normalize('NFKD').toLowerCase();
  // A digit replaces a letter, or separates letters: 'Book5wap', 'Book 5 Swap'.
  return [written, written.replace(/\P{L}/gu, '')].some((text) =>
    [...text].map(letterMeant).join('').replace(/\P{L}/gu, '').replaceAll('vv', 'w').includes('bookswap'),
  );
}

/** A name from an identity provider, or null if it may not be shown. It never prevents a sign-in. */
export function sanitizeName(handedOn: string): string | null {
  const name = normalizeName(handedOn);
  return name !== '' && isDisplayableName(name) && !looksLikeLink(name) && !impersonatesProduct(name)
    ? name
    : null;
}

/** In characters. */
export const universityLength = { max: 200 } as const;

/**
 * The configured identity provider. `campus` is the label of the sign-in with OpenID Connect, or null if
 * passwords are the only way to sign in.
 */
export type IdentityConfig =
  | { kind: 'embedded'; campus: string | null }
  | { kind: 'clerk'; publishableKey: string };

/** Parameter of `/sign-in` that tells why a sign-in with OpenID Connect failed. */
export const OIDC_RESULT_PARAM = 'campus';

/** Why a sign-in with OpenID Connect failed. */
export type OidcSignInError =
  | 'cancelled'
  | 'expired'
  | 'unavailable'
  | 'refused'
  | 'email-taken'
  | 'no-email'
  | 'barred'
  | 'busy';

/** Key of the device's storage: a session may exist. */
export const SESSION_HINT_KEY = 'bookswap:signed-in';

/**
 * Runs in the head of each document. Pages are the same for all users: until the session is known,
 * `data-session` hides the form of `/sign-in` from users, and private pages from visitors.
 */
export const SESSION_HINT_SCRIPT = `try{document.documentElement.dataset.session=localStorage.getItem('${SESSION_HINT_KEY}')?'user':'visitor'}catch{}`;

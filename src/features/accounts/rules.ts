/** Rules for accounts. No I/O. */
import { DAY_MS } from '#platform/shared/durations.ts';

/** A session ends when it is not used, and after `longestMs` in any case. */
export const sessionTimes = {
  unusedMs: 30 * DAY_MS,
  /** Use within this time does not write to the database. */
  renewedAfterMs: DAY_MS,
  longestMs: 90 * DAY_MS,
} as const;

export const passwordLength = { min: 6, max: 128 } as const;

export const nameLength = { min: 1, max: 200 } as const;

/** Invisible characters make one name look like another. Joiners are allowed where a script needs them. */
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

export const userUrl = (userId: string): string => `/user/${userId}`;

export const universityLength = { max: 200 } as const;

/** The configured identity provider. `campus`: the label of its OpenID Connect sign-in; null for passwords only. */
export type IdentityConfig =
  | {
      kind: 'embedded';
      campus: string | null;
      /** The host name on which browsers have passkeys for this installation, or none. */
      passkeyHost?: string | null;
    }
  | { kind: 'clerk'; publishableKey: string };

/** Parameter of `/sign-in` that tells why a sign-in with OpenID Connect failed. */
export const OIDC_RESULT_PARAM = 'campus';

export type OidcSignInError =
  | 'cancelled'
  | 'expired'
  | 'unavailable'
  | 'refused'
  | 'email-taken'
  | 'no-email'
  | 'banned'
  | 'busy';

/** Key of the device's storage: a session may exist. */
export const SESSION_HINT_KEY = 'bookswap:signed-in';

/**
 * Cookie that says the same, without secrets; over https it has the prefix `__Host-`. The server sets it beside the
 * session, because Safari deletes what scripts have stored after seven days without a visit.
 */
export const SESSION_HINT_COOKIE = 'bookswap.signed_in';

/**
 * Runs in the head of each document: restores the hint of a session. Pages are the same for all users: until the
 * session is known, `data-session` hides the sign-in form from users, and private pages from visitors.
 */
export const SESSION_HINT_SCRIPT = `try{let k='${SESSION_HINT_KEY}',is=()=>localStorage.getItem(k);if(!is()&&document.cookie.includes('${SESSION_HINT_COOKIE}='))localStorage.setItem(k,1);document.documentElement.dataset.session=is()?'user':'visitor'}catch{}`;

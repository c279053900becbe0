import type { JWTPayload } from 'jose';
import { sanitizeName } from '../../reserved-names.ts';
import { nameLength } from '../../rules.ts';
import { DEFAULT_USER_NAME } from '../../default-user-name.ts';

/** The claims of a token, or of its issuer, about a user. */
export type UserClaims = {
  /** Lower case. */
  email: string;
  emailVerified: boolean;
  /** The full name, else the username, else 'User'. */
  name: string;
  picture: string | null;
  isAdmin: boolean;
};

/** Maps verified claims to a user. Null refuses the token. */
export type ClaimsMapping = (claims: JWTPayload) => UserClaims | null;

/** The claims of OpenID Connect. They make no administrator. */
export const standardClaims: ClaimsMapping = (claims) => {
  const email = toClaimText(claims['email'])?.toLowerCase();
  if (email === undefined || email.length > 320) return null;
  return {
    email,
    emailVerified: claims['email_verified'] === true,
    name: nameOf(claims),
    picture: pictureOf(claims),
    isAdmin: false,
  };
};

/** Bounded as in the table. */
function nameOf(claims: JWTPayload): string {
  const full =
    toClaimText(claims['name']) ??
    [toClaimText(claims['given_name']), toClaimText(claims['family_name'])].filter(Boolean).join(' ');
  const candidates = [full, toClaimText(claims['preferred_username']), toClaimText(claims['username'])];
  const name =
    candidates.map((one) => sanitizeName(one ?? '')).find((one) => one !== null) ?? DEFAULT_USER_NAME;
  return [...name].slice(0, nameLength.max).join('').trim();
}

/** The browsers of all users load this URL, so only http and https are allowed. */
function pictureOf(claims: JWTPayload): string | null {
  const picture = toClaimText(claims['picture']);
  if (picture === null || !URL.canParse(picture)) return null;
  return ['https:', 'http:'].includes(new URL(picture).protocol) ? picture : null;
}

/** Other users see this text: removes characters that are not printable, or that reorder text. */
// oxlint-disable-next-line no-control-regex -- control characters are exactly what this looks for
const UNSHOWABLE_CHARACTERS = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

export function toClaimText(claim: unknown): string | null {
  if (typeof claim !== 'string') return null;
  const text = claim.toWellFormed().replace(UNSHOWABLE_CHARACTERS, ' ').normalize('NFC').trim();
  return text === '' ? null : text;
}

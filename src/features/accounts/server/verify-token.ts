import {
  type JWTPayload,
  type JWTVerifyGetKey,
  createRemoteJWKSet,
  decodeJwt,
  errors,
  jwtVerify,
} from 'jose';
import type { Clock } from '#platform/shared/clock.ts';
import { commonProblem, Problem } from '#platform/shared/problem.ts';
import { nameLength, nameless } from '../rules.ts';

/** What a token proves. `issuer` is the name under which users of that issuer are stored. */
export type VerifiedToken = {
  issuer: string;
  subject: string;
  email: string;
  emailVerified: boolean;
  /** The full name, else the username, else 'User'. */
  name: string;
  picture: string | null;
  isAdmin: boolean;
  /** The session that it was issued to, as its issuer names it. */
  session: string | null;
  issuedAt: Date;
  expiresAt: Date;
};

export type PersonClaims = Pick<VerifiedToken, 'email' | 'emailVerified' | 'name' | 'picture' | 'isAdmin'>;

/** Reads the person out of a token whose signature stands. `null` refuses the token. */
export type ClaimsMapping = (payload: JWTPayload) => PersonClaims | null;

export type TokenIssuer = {
  /** The `iss` of its tokens, to the letter. */
  issuer: string;
  audience: string | string[];
  /** A function in this process, or the address of the issuer's key set. */
  jwks: JWTVerifyGetKey | URL;
  /** The name its users are stored under, where that is not `issuer`. */
  storedAs?: string;
  claims?: ClaimsMapping;
  algorithms?: string[];
  /** Seconds by which the issuer's clock may differ from ours. */
  tolerance?: number;
};

/** Raises 'service-unavailable' when the issuer's keys cannot be reached; every fault of the token itself is `null`. */
export type TokenVerifier = (token: string) => Promise<VerifiedToken | null>;

/** Signatures by public keys only. 'none' and the HS family, where our public key would be the secret, are not among them. */
const publicKeyAlgorithms = [
  'EdDSA',
  'Ed25519',
  'ES256',
  'ES384',
  'ES512',
  'PS256',
  'PS384',
  'PS512',
  'RS256',
  'RS384',
  'RS512',
];

const longestToken = 16 * 1024;

export function createTokenVerifier(issuers: TokenIssuer[], clock: Clock): TokenVerifier {
  const known = new Map(issuers.map((issuer) => [issuer.issuer, { ...issuer, keys: keysOf(issuer) }]));
  return async (token) => {
    const issuer = known.get(claimedIssuer(token) ?? '');
    if (issuer === undefined) return null;
    const payload = await verified(token, issuer, clock);
    const person = payload && (issuer.claims ?? standardClaims)(payload);
    const subject = textOf(payload?.sub);
    if (!payload || !person || subject === null || subject !== payload.sub || subject.length > 255)
      return null;
    return {
      ...person,
      issuer: issuer.storedAs ?? issuer.issuer,
      subject,
      session: textOf(payload['sid']),
      issuedAt: new Date((payload.iat ?? 0) * 1000),
      expiresAt: new Date(payload.exp! * 1000),
    };
  };
}

/** Unproven: only says whose keys to try. */
function claimedIssuer(token: string): string | undefined {
  if (token.length > longestToken) return undefined;
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}

async function verified(
  token: string,
  issuer: TokenIssuer & { keys: JWTVerifyGetKey },
  clock: Clock,
): Promise<JWTPayload | null> {
  try {
    const { payload } = await jwtVerify(token, issuer.keys, {
      issuer: issuer.issuer,
      audience: issuer.audience,
      algorithms: issuer.algorithms ?? publicKeyAlgorithms,
      requiredClaims: ['sub', 'exp', 'iat'],
      clockTolerance: issuer.tolerance ?? 0,
      currentDate: clock.now(),
    });
    return payload;
  } catch (error) {
    if (error instanceof Problem) throw error;
    if (isFaultOfToken(error)) return null;
    throw commonProblem('service-unavailable', { cause: error, retryAfter: 5 });
  }
}

function isFaultOfToken(error: unknown): boolean {
  // These two say that the issuer did not answer, or answered nonsense.
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return false;
  // jose's plain JOSEError means the same: 'Expected 200 OK from the JSON Web Key Set HTTP response'.
  if (error instanceof errors.JOSEError) return error.code !== errors.JOSEError.code;
  // What the keys' fetch throws carries a cause; what a malformed key or header throws does not.
  return error instanceof TypeError && error.cause === undefined;
}

/** A rotated key is looked for at once, but not more than once a second; jose's own cooldown is a 30 s outage. */
function keysOf({ jwks }: TokenIssuer): JWTVerifyGetKey {
  if (!(jwks instanceof URL)) return jwks;
  return createRemoteJWKSet(jwks, { cooldownDuration: 1000, cacheMaxAge: 600_000, timeoutDuration: 5000 });
}

/** The claims of OpenID Connect. Nobody is an administrator by them. */
const standardClaims: ClaimsMapping = (payload) => {
  const email = textOf(payload.email)?.toLowerCase();
  if (email === undefined || email.length > 320) return null;
  return {
    email,
    emailVerified: payload.email_verified === true,
    name: nameOf(payload),
    picture: textOf(payload.picture),
    isAdmin: false,
  };
};

/** The full name, else the username, else 'User'; as the table can hold it. */
function nameOf(payload: JWTPayload): string {
  const full =
    textOf(payload.name) ??
    [textOf(payload.given_name), textOf(payload.family_name)].filter(Boolean).join(' ');
  const name = full || textOf(payload.preferred_username) || textOf(payload.username) || nameless;
  return [...name].slice(0, nameLength.max).join('').trim();
}

/** What an issuer sends is shown to others: what cannot be shown, or reorders text, goes. */
// oxlint-disable-next-line no-control-regex -- control characters are exactly what this looks for
const unshowable = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

function textOf(claim: unknown): string | null {
  if (typeof claim !== 'string') return null;
  const text = claim.toWellFormed().replace(unshowable, ' ').normalize('NFC').trim();
  return text === '' ? null : text;
}

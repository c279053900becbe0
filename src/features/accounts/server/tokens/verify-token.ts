import {
  type JWTPayload,
  type JWTVerifyGetKey,
  createRemoteJWKSet,
  customFetch,
  decodeJwt,
  errors,
  jwtVerify,
} from 'jose';
import type { Clock } from '#platform/shared/clock.ts';
import { commonProblem, HttpProblem } from '#platform/shared/problem.ts';
import { type ClaimsMapping, type UserClaims, standardClaims, textOf } from './read-claims.ts';

/** What a token proves. `issuer` is the name under which users of that issuer are stored. */
export type VerifiedToken = UserClaims & {
  issuer: string;
  subject: string;
  /** The session that it was issued to, as its issuer names it. */
  session: string | null;
  issuedAt: Date;
  expiresAt: Date;
};

/** What a signature is held to. */
type Signer = {
  /** The `iss` of its tokens, to the letter. */
  issuer: string;
  /** Without one `claims` says whom a token is for. */
  audience?: string | string[];
  algorithms?: string[];
  /** Seconds by which the issuer's clock may differ from ours. */
  tolerance?: number;
};

export type TokenIssuer = Signer & {
  /** A function in this process, or the address of the issuer's key set. */
  jwks: JWTVerifyGetKey | URL;
  /** The name its users are stored under, where that is not `issuer`. */
  storedAs?: string;
  claims?: ClaimsMapping;
};

/** Raises 'service-unavailable' when the issuer's keys cannot be reached; every fault of the token itself is `null`. */
export type TokenVerifier = (token: string) => Promise<VerifiedToken | null>;

/** Signatures by public keys only. 'none' and the HS family, where our public key would be the secret, are not among them. */
export const publicKeyAlgorithms = [
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

const MAX_TOKEN_LENGTH = 16 * 1024;

export function createTokenVerifier(issuers: TokenIssuer[], clock: Clock): TokenVerifier {
  const known = new Map(issuers.map((issuer) => [issuer.issuer, { ...issuer, keys: keysOf(issuer.jwks) }]));
  return async (token) => {
    const issuer = known.get(claimedIssuer(token) ?? '');
    if (issuer === undefined) return null;
    const payload = await verifiedPayload(token, issuer, clock);
    const user = payload && (issuer.claims ?? standardClaims)(payload);
    const subject = textOf(payload?.sub);
    if (!payload || !user || subject === null || subject !== payload.sub || subject.length > 255) return null;
    return {
      ...user,
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
  if (token.length > MAX_TOKEN_LENGTH) return undefined;
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}

/** Raises 'service-unavailable' like the verifier; `null` for a token that is not good, or not yet, or not any more. */
export async function verifiedPayload(
  token: string,
  issuer: Signer & { keys: JWTVerifyGetKey },
  clock: Clock,
): Promise<JWTPayload | null> {
  try {
    const { payload } = await jwtVerify(token, issuer.keys, {
      issuer: issuer.issuer,
      ...(issuer.audience !== undefined && { audience: issuer.audience }),
      algorithms: issuer.algorithms ?? publicKeyAlgorithms,
      requiredClaims: ['sub', 'exp', 'iat'],
      clockTolerance: issuer.tolerance ?? 0,
      currentDate: clock.now(),
    });
    return payload;
  } catch (error) {
    if (error instanceof HttpProblem) throw error;
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
export function keysOf(jwks: JWTVerifyGetKey | URL, ask?: typeof fetch): JWTVerifyGetKey {
  if (!(jwks instanceof URL)) return jwks;
  return createRemoteJWKSet(jwks, {
    cooldownDuration: 1000,
    cacheMaxAge: 600_000,
    timeoutDuration: 5000,
    ...(ask && { [customFetch]: ask }),
  });
}

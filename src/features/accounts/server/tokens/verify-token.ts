import { type JWTPayload, type JWTVerifyGetKey, decodeJwt, errors, jwtVerify } from 'jose';
import type { Clock } from '#platform/shared/clock.ts';
import { commonProblem, HttpProblem } from '#platform/shared/problem.ts';
import { DEFAULT_USER_NAME } from '../../default-user-name.ts';
import type { IsCampusOffice } from '../../reserved-names.ts';
import { openIssuerKeys } from './issuer-keys.ts';
import { type ClaimsMapping, type UserClaims, standardClaims, toClaimText } from './read-claims.ts';

/** The verified content of a token. `issuer` is the stored name of the issuer. */
export type VerifiedToken = UserClaims & {
  issuer: string;
  subject: string;
  /** The id of its session at the issuer. */
  session: string | null;
  /** When the user last proved to the issuer who they are; null if the token does not say it. */
  signedInAt: Date | null;
  issuedAt: Date;
  expiresAt: Date;
};

type Signer = {
  /** The exact `iss` of its tokens. */
  issuer: string;
  /** The accepted audiences; without one `claims` decides which tokens are for us. */
  audience?: string | string[];
  algorithms?: string[];
  /** Allowed difference of the clocks, in seconds. */
  tolerance?: number;
};

export type TokenIssuer = Signer & {
  /** A function, or the URL of the issuer's key set. */
  jwks: JWTVerifyGetKey | URL;
  /** The stored name of the issuer, if it is not `issuer`. */
  storedAs?: string;
  claims?: ClaimsMapping;
  /** Reads the claims about the time of the sign-in. By default none are known. */
  signedInAt?: (claims: JWTPayload) => Date | null;
};

/** Null for an invalid token. Throws 'service-unavailable' if the issuer's keys cannot be fetched. */
export type TokenVerifier = (token: string) => Promise<VerifiedToken | null>;

/** Public key signatures only: not 'none', nor HS256 and its family, where our public key would be the secret. */
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

export function createTokenVerifier(
  issuers: TokenIssuer[],
  clock: Clock,
  isCampusOffice: IsCampusOffice,
): TokenVerifier {
  const known = new Map(
    issuers.map((issuer) => [issuer.issuer, { ...issuer, keys: openIssuerKeys(issuer.jwks) }]),
  );
  return async (token) => {
    const issuer = known.get(claimedIssuer(token) ?? '');
    if (issuer === undefined) return null;
    const payload = await verifiedPayload(token, issuer, clock);
    const user = payload && (issuer.claims ?? standardClaims)(payload);
    const subject = toClaimText(payload?.sub);
    if (!payload || !user || subject === null || subject !== payload.sub || subject.length > 255) return null;
    return {
      ...user,
      name: isCampusOffice(user.name) ? DEFAULT_USER_NAME : user.name,
      issuer: issuer.storedAs ?? issuer.issuer,
      subject,
      session: toClaimText(payload['sid']),
      signedInAt: issuer.signedInAt?.(payload) ?? null,
      issuedAt: new Date((payload.iat ?? 0) * 1000),
      expiresAt: new Date(payload.exp! * 1000),
    };
  };
}

/** Unverified: it only selects the keys to verify with. */
function claimedIssuer(token: string): string | undefined {
  if (token.length > MAX_TOKEN_LENGTH) return undefined;
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}

/** Null for a token that is not valid. Throws 'service-unavailable' if the keys cannot be fetched. */
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
  // The issuer did not respond, or its response is malformed.
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return false;
  // jose's plain JOSEError means the same: 'Expected 200 OK from the JSON Web Key Set HTTP response'.
  if (error instanceof errors.JOSEError) return error.code !== errors.JOSEError.code;
  // A TypeError of fetch has a cause; one of a malformed key or header has none.
  return error instanceof TypeError && error.cause === undefined;
}

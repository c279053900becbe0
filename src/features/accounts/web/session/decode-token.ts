import type { CurrentUser } from '../../contract.ts';
import { DEFAULT_USER_NAME } from '../../default-user-name.ts';

/** The unverified claims of a token: only for its renewal, and to show until the stored user is known. */
type Claims = { sub: string; iat: number; exp: number; email?: string; name?: string; picture?: string };
export type DecodedToken = { text: string; claims: Claims; renewAt: number };

/** How long before its end a token is renewed; one that lives for a minute after three quarters. */
const RENEWAL_MARGIN_MS = 45_000;

export function decodeToken(text: string): DecodedToken {
  const payload = text.split('.')[1]!.replace(/-/g, '+').replace(/_/g, '/');
  const bytes = Uint8Array.from(atob(payload), (letter) => letter.charCodeAt(0));
  const claims = JSON.parse(new TextDecoder().decode(bytes)) as Claims;
  // Uses the token's lifetime, not its end: the clock of this device may be wrong.
  const lifetime = (claims.exp - claims.iat) * 1000;
  return { text, claims, renewAt: Date.now() + lifetime - Math.min(RENEWAL_MARGIN_MS, lifetime / 4) };
}

/** The user as the token describes them, until the stored user is known. */
export function userFromClaims({ sub, email, name, picture, iat }: Claims): CurrentUser {
  return {
    id: sub,
    email: email ?? '',
    emailVerified: false,
    name: name || DEFAULT_USER_NAME,
    profileImage: picture ?? null,
    university: null,
    studentUniversity: null,
    totalSales: 0,
    isAdmin: false,
    roles: [],
    needsPasskey: false,
    isAdFreeSubscriber: false,
    subscriptionExpiresAt: null,
    language: null,
    isIndexable: true,
    studentUntil: null,
    pausedUntil: null,
    createdAt: new Date(iat * 1000).toISOString(),
  };
}

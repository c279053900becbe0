import type { CurrentUser } from '#features/accounts/contract.ts';
import { defaultUserName } from '#features/accounts/rules.ts';

/** The claims of a token, unproven: only to know when to renew it and what to show until the user is stored. */
type Claims = { sub: string; iat: number; exp: number; email?: string; name?: string; picture?: string };
export type DecodedToken = { text: string; claims: Claims; renewAt: number };

/** Renewed so many milliseconds before it ends; one that lives for a minute only, after three quarters of it. */
const RENEWAL_MARGIN_MS = 45_000;

export function decodeToken(text: string): DecodedToken {
  const payload = text.split('.')[1]!.replace(/-/g, '+').replace(/_/g, '/');
  const bytes = Uint8Array.from(atob(payload), (letter) => letter.charCodeAt(0));
  const claims = JSON.parse(new TextDecoder().decode(bytes)) as Claims;
  // By its length, not by its end: the clock of this device may be wrong.
  const lifetime = (claims.exp - claims.iat) * 1000;
  return { text, claims, renewAt: Date.now() + lifetime - Math.min(RENEWAL_MARGIN_MS, lifetime / 4) };
}

/** What the token alone says of a person, until the stored user is known. */
export function userFromClaims({ sub, email, name, picture, iat }: Claims): CurrentUser {
  return {
    id: sub,
    email: email ?? '',
    emailVerified: false,
    name: name || defaultUserName,
    profileImage: picture ?? null,
    university: null,
    studentVerified: false,
    totalSales: 0,
    isAdmin: false,
    isAdFreeSubscriber: false,
    subscriptionExpiresAt: null,
    createdAt: new Date(iat * 1000).toISOString(),
  };
}

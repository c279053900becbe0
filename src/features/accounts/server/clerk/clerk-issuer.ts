import { parsePublishableKey } from '@clerk/shared/keys';
import type { JWTPayload } from 'jose';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { CLERK_ISSUER } from '../issuers.ts';
import { type ClaimsMapping, standardClaims } from '../tokens/read-claims.ts';
import { openIssuerKeys } from '../tokens/issuer-keys.ts';
import type { TokenIssuer } from '../tokens/verify-token.ts';

export type ClerkOptions = {
  publishableKey: string;
  secretKey: string;
  /** Replaces the network in tests. */
  fetch?: typeof fetch;
};

/** Clerk's host for this application, which the publishable key contains. */
export function clerkHost(publishableKey: string): string {
  return parsePublishableKey(publishableKey, { fatal: true }).frontendApi;
}

/**
 * Clerk's session tokens: short-lived, issued for one origin (`azp`, one of `addresses`), with the claims that
 * Clerk's dashboard is configured to add: `email`, `email_verified`, `name`, `picture` and `metadata`.
 */
export function clerkTokens({ publishableKey, fetch: ask }: ClerkOptions, addresses: string[]): TokenIssuer {
  const issuer = `https://${clerkHost(publishableKey)}`;
  const ours = new Set(addresses.flatMap(originsOf));
  return {
    issuer,
    jwks: openIssuerKeys(new URL(`${issuer}/.well-known/jwks.json`), ask),
    storedAs: CLERK_ISSUER,
    algorithms: ['RS256'],
    tolerance: 5,
    claims: claimsFor(ours),
    signedInAt,
  };
}

/** Clerk names the minutes since the first factor was verified; -1: never in this session. */
function signedInAt({ fva, iat }: JWTPayload): Date | null {
  const minutes: unknown = Array.isArray(fva) ? fva[0] : undefined;
  if (typeof minutes !== 'number' || minutes < 0 || iat === undefined) return null;
  return new Date(iat * 1_000 - minutes * MINUTE_MS);
}

/** Returns both names that this machine has in a browser. */
function originsOf(url: string): string[] {
  const { protocol, hostname, host, port, origin } = new URL(url);
  if (!['localhost', '127.0.0.1'].includes(hostname)) return [origin];
  return ['localhost', '127.0.0.1'].map(
    (name) => `${protocol}//${host === hostname ? name : `${name}:${port}`}`,
  );
}

/** Null for a session with pending tasks (`sts`), and for one of another origin. */
const claimsFor =
  (ours: ReadonlySet<string>): ClaimsMapping =>
  (payload) => {
    const { azp, sts, metadata } = payload;
    if (typeof azp !== 'string' || !ours.has(azp) || (sts !== undefined && sts !== 'active')) return null;
    const user = standardClaims(payload);
    // Only the application's secret key can write public metadata; the user cannot.
    return user && { ...user, isAdmin: (metadata as { isAdmin?: unknown } | undefined)?.isAdmin === true };
  };

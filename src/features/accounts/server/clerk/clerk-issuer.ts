import { parsePublishableKey } from '@clerk/shared/keys';
import type { JWTPayload } from 'jose';
import { type ClaimsMapping, standardClaims } from '../tokens/read-claims.ts';
import { keysOf, type TokenIssuer } from '../tokens/verify-token.ts';

/** The two keys of an application at Clerk. */
export type ClerkOptions = {
  publishableKey: string;
  secretKey: string;
  /** Stands in for the network between Clerk and us (tests). */
  fetch?: typeof fetch;
};

/** Users of Clerk are stored under this name: its host changes when an application gets a domain of its own. */
export const clerkIssuer = 'clerk';

/** The host of Clerk's that keeps the sessions; it stands in the publishable key. */
export function clerkHost(publishableKey: string): string {
  return parsePublishableKey(publishableKey, { fatal: true }).frontendApi;
}

/**
 * Clerk's session tokens: short, made for one address (`azp`), and with those claims of a person that its dashboard is told to put
 * in: `email`, `email_verified`, `name`, `picture` and `metadata`. `addresses` are those at which the product's pages are reached.
 */
export function clerkTokens({ publishableKey, fetch: ask }: ClerkOptions, addresses: string[]): TokenIssuer {
  const issuer = `https://${clerkHost(publishableKey)}`;
  const ours = new Set(addresses.flatMap(originsOf));
  return {
    issuer,
    jwks: keysOf(new URL(`${issuer}/.well-known/jwks.json`), ask),
    storedAs: clerkIssuer,
    algorithms: ['RS256'],
    tolerance: 5,
    claims: claimsFor(ours),
  };
}

/** This machine has two names in a browser. */
function originsOf(address: string): string[] {
  const { protocol, hostname, host, port, origin } = new URL(address);
  if (!['localhost', '127.0.0.1'].includes(hostname)) return [origin];
  return ['localhost', '127.0.0.1'].map(
    (name) => `${protocol}//${host === hostname ? name : `${name}:${port}`}`,
  );
}

/** A session that still has tasks before it (`sts`), or was made for another page, is nobody's here. */
const claimsFor =
  (ours: ReadonlySet<string>): ClaimsMapping =>
  (payload) => {
    const { azp, sts } = payload;
    if (typeof azp !== 'string' || !ours.has(azp) || (sts !== undefined && sts !== 'active')) return null;
    const user = standardClaims(payload);
    return user && { ...user, isAdmin: isAdminIn(payload) };
  };

/** Public metadata is written by the application's secret key alone, never by the person. */
function isAdminIn({ metadata }: JWTPayload): boolean {
  return (metadata as { isAdmin?: unknown } | undefined)?.isAdmin === true;
}

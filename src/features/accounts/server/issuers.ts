import { isUuid } from '#platform/shared/is-uuid.ts';

/** The audience of the tokens, the same for every installation. */
export const AUDIENCE = 'bookswap';

/** The stored issuer of embedded users, who keep their accounts when the address changes. */
export const EMBEDDED_ISSUER = 'embedded';

/** The id of an embedded session; null with another issuer, whose sessions are unknown here. */
export const embeddedSessionId = (token: { issuer: string; session: string | null }): string | null =>
  token.issuer === EMBEDDED_ISSUER && token.session !== null && isUuid(token.session) ? token.session : null;

/** The `iss` of the tokens. Processes without a public address differ by port only, and share an issuer. */
export function issuerUrl(publicUrl: string): string {
  const { hostname, origin } = new URL(publicUrl);
  const local = ['localhost', '127.0.0.1', '[::1]', '0.0.0.0', '[::]'].includes(hostname);
  return local ? 'http://localhost' : origin;
}

/** The stored issuer of Clerk's users: Clerk's host changes when the application gets its own domain. */
export const CLERK_ISSUER = 'clerk';

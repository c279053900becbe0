import type { FastifyRequest } from 'fastify';
import { accountProblem } from '../../../contract.ts';

/**
 * The prefix of each cookie's name of the identity provider. A browser accepts a `__Host-` cookie only from the
 * host itself over https, so that no subdomain can set another user's session.
 */
export const cookiePrefix = (publicUrl: string): string =>
  `${publicUrl.startsWith('https:') ? '__Host-' : ''}bookswap`;

export const sessionCookieName = (publicUrl: string): string => `${cookiePrefix(publicUrl)}.session_token`;

/** The values of the cookies with this name, unescaped as Better Auth does. */
export function cookieValues({ headers }: FastifyRequest, name: string): string[] {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs
    .filter((pair) => pair.split('=', 1)[0]!.trim() === name)
    .map((pair) => decoded(unquoted(pair.slice(pair.indexOf('=') + 1).trim())));
}

/** Throws 'two-session-cookies': one of two session cookies may be a stranger's, and it is unknown which. */
export function createSessionCookieCheck(publicUrl: string): (request: FastifyRequest) => void {
  const name = sessionCookieName(publicUrl);
  return (request) => {
    if (cookieValues(request, name).length > 1) throw accountProblem('two-session-cookies');
  };
}

const unquoted = (text: string) => (text.startsWith('"') ? text.slice(1, -1) : text);

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

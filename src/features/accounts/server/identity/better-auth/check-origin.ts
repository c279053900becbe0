import type { FastifyRequest } from 'fastify';
import { accountProblem } from '#features/accounts/contract.ts';

/**
 * Whoever signs in or out does so from our own pages: the browser's `Origin` must be the address that it asked (localhost and
 * 127.0.0.1 are two, and both are ours) or a public one. A program that is no browser sends no `Origin` and has no cookies to steal.
 */
export function createOriginCheck(publicUrl: string, publicOrigins: string[]) {
  const ours = new Set([publicUrl, ...publicOrigins].map((address) => new URL(address).origin));
  const secure = publicUrl.startsWith('https:');
  return (request: FastifyRequest): void => {
    const { origin } = request.headers;
    const site = request.headers['sec-fetch-site'];
    if (origin === undefined) {
      if (site === undefined || site === 'same-origin' || site === 'none') return;
      throw accountProblem('origin-refused');
    }
    if (ours.has(origin) || isAsked(origin, request.headers.host, secure)) return;
    throw accountProblem('origin-refused');
  };
}

/** The same host and port as the request went to. Behind a public https address, plain http is another site. */
function isAsked(origin: string, host: string | undefined, secure: boolean): boolean {
  if (!URL.canParse(origin)) return false;
  const from = new URL(origin);
  return (
    from.host === host?.toLowerCase() &&
    (from.protocol === 'https:' || (from.protocol === 'http:' && !secure))
  );
}

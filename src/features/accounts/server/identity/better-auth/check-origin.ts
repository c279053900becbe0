import type { FastifyRequest } from 'fastify';
import { accountProblem } from '../../../contract.ts';

/**
 * Accepts sign-in and sign-out from our own pages only: the `Origin` is the requested address (localhost or
 * 127.0.0.1) or the public one. A client without `Origin` is not a browser, and has no cookies to steal.
 */
export function createOriginCheck(publicUrl: string) {
  const publicOrigin = new URL(publicUrl).origin;
  const secure = publicUrl.startsWith('https:');
  return (request: FastifyRequest): void => {
    const { origin } = request.headers;
    const site = request.headers['sec-fetch-site'];
    if (origin === undefined) {
      if (site === undefined || site === 'same-origin' || site === 'none') return;
      throw accountProblem('origin-not-allowed');
    }
    if (origin === publicOrigin || isAsked(origin, request.headers.host, secure)) return;
    throw accountProblem('origin-not-allowed');
  };
}

/** The requested host and port. Behind a public https address, plain http is another site. */
function isAsked(origin: string, host: string | undefined, secure: boolean): boolean {
  if (!URL.canParse(origin)) return false;
  const from = new URL(origin);
  return (
    from.host === host?.toLowerCase() &&
    (from.protocol === 'https:' || (from.protocol === 'http:' && !secure))
  );
}

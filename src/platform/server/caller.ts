import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';

/** The client, authenticated or not. `ip` comes from the socket, or from a trusted proxy. */
export type Caller = { ip: string; userAgent: string; authorization: string | null; isAnonymous?: boolean };

export function toCaller(request: FastifyRequest): Caller {
  return {
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    authorization: request.headers.authorization ?? null,
    isAnonymous: isAnonymous(request.headers),
  };
}

/** The sender cannot have written anything: a user's requests have a token, or the session's cookie. */
export const isAnonymous = ({ authorization, cookie }: IncomingHttpHeaders): boolean =>
  authorization === undefined && cookie === undefined;

import type { FastifyRequest } from 'fastify';
import { isAnonymous } from './is-anonymous.ts';

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

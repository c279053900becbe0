import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { toCaller } from '#platform/server/caller.ts';
import type { EndpointRegistryOptions } from '#platform/server/http/endpoint-registry.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { cookieValues, sessionCookieName } from '../sessions/session-cookies.ts';

type Context = Pick<ServerContext, 'secrets' | 'publicUrl'> & { limit: EndpointRegistryOptions['limit'] };

/**
 * Limits requests for the session and for tokens. A browser needs a token about every four minutes for each tab.
 * They count by session, because a campus may be one address; without a session by address, without the database.
 * Throws 'too-many-requests'.
 */
export function createTokenRequestLimit({
  limit,
  ...context
}: Context): (request: FastifyRequest) => Promise<void> {
  const read = createSessionReader(context);
  return async (request) => {
    const token = read(request);
    if (token === null) return limit('GET /api/auth/token', null, toCaller(request));
    const id = `session ${createHash('sha256').update(token).digest('base64url')}`;
    await limit('GET /api/auth/token', { id }, toCaller(request));
  };
}

/**
 * The session token in the cookie, if its signature is ours. Parsed exactly as Better Auth does, or a cookie could
 * open a session without being counted for it.
 */
function createSessionReader({ secrets, publicUrl }: Omit<Context, 'limit'>) {
  const key = secrets.derive('identity');
  const name = sessionCookieName(publicUrl);
  return (request: FastifyRequest): string | null => {
    const [value = ''] = cookieValues(request, name);
    const end = value.lastIndexOf('.');
    const token = value.slice(0, Math.max(end, 0));
    const given = Buffer.from(value.slice(end + 1), 'base64');
    const expected = createHmac('sha256', key).update(token).digest();
    return given.length === expected.length && timingSafeEqual(given, expected) ? token : null;
  };
}

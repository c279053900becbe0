import type { FastifyReply, FastifyRequest } from 'fastify';
import { routeOf } from '#platform/server/http/served-requests.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { accountProblem } from '../../../contract.ts';
import { SESSION_HINT_COOKIE } from '../../../rules.ts';

/** Browsers accept a `__Host-` cookie only from the host itself over https: no subdomain can set one. */
const hostPrefix = (publicUrl: string): string => (publicUrl.startsWith('https:') ? '__Host-' : '');

/** The prefix of each cookie's name of the identity provider. */
export const cookiePrefix = (publicUrl: string): string => `${hostPrefix(publicUrl)}bookswap`;

export const sessionCookieName = (publicUrl: string): string => `${cookiePrefix(publicUrl)}.session_token`;

/**
 * Adds to each session cookie one that scripts can read, with the same lifetime: it says that there is a session,
 * and nothing of it. A request for a token without a session ends it, too.
 */
function createSessionHint(publicUrl: string): (request: FastifyRequest, reply: FastifyReply) => void {
  const session = `${sessionCookieName(publicUrl)}=`;
  const hint = `${hostPrefix(publicUrl)}${SESSION_HINT_COOKIE}=1`;
  const secure = publicUrl.startsWith('https:') ? ' Secure;' : '';
  return (request, reply) => {
    const lines = [reply.getHeader('set-cookie') ?? []].flat().map(String);
    const line = lines.findLast((each) => each.startsWith(session));
    const isGone = routeOf(request).url === '/api/auth/token' && reply.statusCode === 401;
    if (line === undefined && !isGone) return;
    const age = isGone ? 'Max-Age=0' : /Max-Age=\d+/.exec(line!)![0];
    void reply.header('set-cookie', `${hint}; ${age}; Path=/;${secure} SameSite=Lax`);
  };
}

/** The values of the cookies with this name, unescaped as Better Auth does. */
export function cookieValues({ headers }: FastifyRequest, name: string): string[] {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs
    .filter((pair) => pair.split('=', 1)[0]!.trim() === name)
    .map((pair) => decoded(unquoted(pair.slice(pair.indexOf('=') + 1).trim())));
}

/** Throws 'two-session-cookies': one of two session cookies may be a stranger's, and it is unknown which. */
function createSessionCookieCheck(publicUrl: string): (request: FastifyRequest) => void {
  const name = sessionCookieName(publicUrl);
  return (request) => {
    if (cookieValues(request, name).length > 1) throw accountProblem('two-session-cookies');
  };
}

/** Checks the session cookies of requests to the identity provider, and sets the hint beside those that it sets. */
export function addSessionCookieHooks(http: ServerContext['http'], publicUrl: string): void {
  const check = createSessionCookieCheck(publicUrl);
  const addHint = createSessionHint(publicUrl);
  // The URL may spell the path otherwise: '/api/%61uth/token'.
  const isOfProvider = (request: FastifyRequest) => routeOf(request).url?.startsWith('/api/auth/');
  http.addHook('onRequest', async (request) => {
    if (isOfProvider(request)) check(request);
  });
  http.addHook('onSend', async (request, reply) => {
    if (isOfProvider(request)) addHint(request, reply);
  });
}

const unquoted = (text: string) => (text.startsWith('"') ? text.slice(1, -1) : text);

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

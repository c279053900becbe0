import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServerContext } from '#platform/server/server-context.ts';
import { HttpProblem } from '#platform/shared/problem.ts';
import { oidcResultParam, type OidcSignInError } from '#features/accounts/rules.ts';
import { OidcError } from './oidc-error.ts';
import { oidcProviderId } from './oidc-user.ts';
import type { BetterAuthInstance } from '../better-auth/create-better-auth.ts';
import { revokeExcessSessions } from '../sessions/revoke-excess-sessions.ts';
import { type AttemptCounter, attemptLimits } from '../rate-limits/limit-attempts.ts';

type Context = Pick<ServerContext, 'http' | 'database' | 'events' | 'log'> & {
  identity: BetterAuthInstance;
  attempts: AttemptCounter;
};

/**
 * Signing in through the university: the way there, and the way back. Both are addresses that a browser goes to, so both always end
 * on a page of ours, and on no other than the one that signs in.
 */
export function mountOidcSignIn({ http, database, events, log, identity, attempts }: Context): void {
  const { api } = identity;
  const open = { config: { auth: 'public' } } as const;
  const arrival = '/signed-in';

  const sendBack = (reply: FastifyReply) => (error: unknown) => {
    const trouble = troubleOf(error);
    if (trouble === 'busy') log.debug({ err: error }, 'too many sign-ins through the university');
    else log.warn({ err: error, trouble }, 'a sign-in through the university has failed');
    return go(reply, `/sign-in?${oidcResultParam}=${trouble}`);
  };

  http.get('/api/auth/campus', open, async (request, reply) => {
    // Another site may link to us, but it does not begin what only the person begins.
    if (request.headers['sec-fetch-site'] === 'cross-site') return go(reply, '/sign-in');
    const begin = async () => {
      await attempts.begin(attemptLimits.campus(request.ip));
      const body = { provider: oidcProviderId, callbackURL: arrival };
      return api.signInSocial({ body, returnHeaders: true });
    };
    return begin().then(({ headers, response }) => {
      setCookies(reply, headers);
      return go(reply, response.url!);
    }, sendBack(reply));
  });

  http.get(`/api/auth/callback/${oidcProviderId}`, open, async (request, reply) => {
    const finish = async () => {
      await attempts.begin(attemptLimits.campus(request.ip));
      const answer = await api.callbackOAuth({
        method: 'GET',
        params: { id: oidcProviderId },
        query: answerIn(request),
        headers: headersOf(request),
        asResponse: true,
      });
      const said = new URL(answer.headers.get('location') ?? '/', 'http://here.invalid');
      const failure = said.searchParams.get('error');
      if (failure !== null) throw new OidcError(troubles[failure] ?? 'refused', failure);
      return answer.headers;
    };
    return finish().then(async (headers) => {
      setCookies(reply, headers);
      await deleteOldSessions(headers);
      return go(reply, arrival);
    }, sendBack(reply));
  });

  /** Of whoever the cookies that are being set sign in. */
  async function deleteOldSessions(headers: Headers): Promise<void> {
    const cookie = headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    const session = await api.getSession({ headers: new Headers({ cookie }) });
    if (session !== null) await revokeExcessSessions({ database, events }, session.user.email);
  }
}

/** What Better Auth, or the provider through it, calls it. */
const troubles: Record<string, OidcSignInError> = {
  access_denied: 'cancelled',
  account_not_linked: 'email-taken',
  email_not_found: 'no-email',
  state_not_found: 'expired',
  state_mismatch: 'expired',
  state_invalid: 'expired',
  server_error: 'unavailable',
  temporarily_unavailable: 'unavailable',
  internal_server_error: 'unavailable',
};

function troubleOf(error: unknown): OidcSignInError {
  if (error instanceof OidcError) return error.trouble;
  if (error instanceof HttpProblem && error.status === 429) return 'busy';
  return 'unavailable';
}

/** The parameters of an answer, each once and of a sensible length. */
function answerIn({ query }: FastifyRequest): Record<string, string> {
  const names = ['code', 'state', 'error', 'iss'];
  const given = names.map((name) => [name, (query as Record<string, unknown>)[name]] as const);
  return Object.fromEntries(
    given.filter((pair): pair is [string, string] => typeof pair[1] === 'string' && pair[1].length <= 4096),
  );
}

/** What the provider, and the list of signed-in devices, need of a request. */
function headersOf({ headers }: FastifyRequest): Headers {
  return new Headers({ cookie: headers.cookie ?? '', 'user-agent': headers['user-agent'] ?? '' });
}

function setCookies(reply: FastifyReply, headers: Headers): void {
  for (const cookie of headers.getSetCookie()) void reply.header('set-cookie', cookie);
}

const go = (reply: FastifyReply, address: string): FastifyReply =>
  reply.header('cache-control', 'no-store').redirect(address, 303);

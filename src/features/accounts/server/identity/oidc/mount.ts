import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpProblem } from '#platform/shared/problem.ts';
import { OIDC_RESULT_PARAM, type OidcSignInError } from '../../../rules.ts';
import { OidcError } from './oidc-error.ts';
import { callbackCookies, OIDC_PROVIDER_ID } from './oidc-provider.ts';
import type { IdentityContext } from '../identity-context.ts';
import { finishSignIn } from '../sessions/finish-sign-in.ts';
import { toAuthHeaders } from '../better-auth/call-better-auth.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';

/** The redirect to the OpenID provider, and the callback. A browser navigates to both, so each ends with a redirect. */
export function mountOidcSignIn(context: IdentityContext): void {
  const { http, log, identity, attempts } = context;
  const { api } = identity;
  const open = { config: { auth: 'public' } } as const;
  const landingPath = '/signed-in';

  const redirectWithError = (reply: FastifyReply) => (error: unknown) => {
    const reason = failureReason(error);
    reply.problemCode = reason;
    if (reason === 'busy') log.debug({ err: error }, 'too many sign-ins with OIDC');
    else log.warn({ err: error, reason }, 'sign-in with OIDC failed');
    return redirectTo(reply, `/sign-in?${OIDC_RESULT_PARAM}=${reason}`);
  };

  http.get('/api/auth/campus', open, async (request, reply) => {
    // Another site may link here, but only the user starts a sign-in.
    if (request.headers['sec-fetch-site'] === 'cross-site') return redirectTo(reply, '/sign-in');
    const start = async () => {
      await attempts.begin(['oidc'], { ip: request.ip });
      const body = { provider: OIDC_PROVIDER_ID, callbackURL: landingPath };
      return api.signInSocial({ body, returnHeaders: true });
    };
    return start().then(({ headers, response }) => {
      setCookies(reply, headers);
      return redirectTo(reply, response.url!);
    }, redirectWithError(reply));
  });

  http.get(`/api/auth/callback/${OIDC_PROVIDER_ID}`, open, async (request, reply) => {
    const finish = async () => {
      await attempts.begin(['oidc'], { ip: request.ip });
      const callback = {
        method: 'GET',
        params: { id: OIDC_PROVIDER_ID },
        query: callbackParams(request),
        headers: toAuthHeaders(request),
        asResponse: true,
      } as const;
      const response = await callbackCookies.run(request.headers.cookie, () => api.callbackOAuth(callback));
      const location = new URL(response.headers.get('location') ?? '/', 'http://here.invalid');
      const failure = location.searchParams.get('error');
      if (failure !== null) throw new OidcError(failureReasons[failure] ?? 'refused', failure);
      return response.headers;
    };
    return finish().then(async (headers) => {
      setCookies(reply, headers);
      await welcome(context, request, { reply, headers });
      return redirectTo(reply, landingPath);
    }, redirectWithError(reply));
  });
}

/** Treats the user whom the new cookies sign in as a sign-in with a password does. */
async function welcome(
  context: IdentityContext,
  request: FastifyRequest,
  { reply, headers }: { reply: FastifyReply; headers: Headers },
): Promise<void> {
  const cookie = headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const signedIn = await context.identity.api.getSession({ headers: new Headers({ cookie }) });
  if (signedIn === null) return;
  const { user, session } = signedIn;
  const isSignUp = session.createdAt.getTime() - user.createdAt.getTime() < MINUTE_MS;
  const deviceCookie = await finishSignIn(context, request, user, isSignUp);
  void reply.header('set-cookie', deviceCookie);
}

/** The reasons by the error code of Better Auth or of the provider. */
const failureReasons: Record<string, OidcSignInError> = {
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

function failureReason(error: unknown): OidcSignInError {
  if (error instanceof OidcError) return error.reason;
  if (error instanceof HttpProblem && error.status === 429) return 'busy';
  return 'unavailable';
}

/** The parameters of the callback: each once, and bounded in length. */
function callbackParams({ query }: FastifyRequest): Record<string, string> {
  const names = ['code', 'state', 'error', 'iss'];
  const values = names.map((name) => [name, (query as Record<string, unknown>)[name]] as const);
  return Object.fromEntries(
    values.filter((pair): pair is [string, string] => typeof pair[1] === 'string' && pair[1].length <= 4096),
  );
}

function setCookies(reply: FastifyReply, headers: Headers): void {
  for (const cookie of headers.getSetCookie()) void reply.header('set-cookie', cookie);
}

const redirectTo = (reply: FastifyReply, url: string): FastifyReply =>
  reply.header('cache-control', 'no-store').redirect(url, 303);

import type { FastifyRequest } from 'fastify';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { EndpointRegistryOptions } from '#platform/server/http/endpoint-registry.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import { callBetterAuth, sendAuthResponse, withoutSecrets } from './call-better-auth.ts';
import { createOriginCheck } from './check-origin.ts';
import type { TokenVerifier } from '../verify-token.ts';
import { publishSessionsEnded } from './revoke-sessions.ts';
import type { IdentityContext } from './identity-context.ts';
import type { KnownDevices } from './known-devices.ts';
import { createTokenRequestLimit } from './limit-token-requests.ts';
import { mountIdentityEndpoints } from './mount-identity-endpoints.ts';
import { mountPasswordSignIn } from './mount-password-sign-in.ts';
import { touchSession } from './touch-session.ts';

type Context = IdentityContext &
  Pick<ServerContext, 'http' | 'calls' | 'publicUrl' | 'secrets' | 'log'> & {
    devices: KnownDevices;
    publicOrigins: string[];
    limit: EndpointRegistryOptions['limit'];
  };

/**
 * The doors of the embedded identity provider. Only these six of its own calls exist here, and ours beside them; everything else under `/api/auth` is 404
 * like any other unknown address.
 */
export function mountIdentity(context: Context, verify: TokenVerifier): void {
  const { http, publicUrl, publicOrigins, identity } = context;
  const checkOrigin = createOriginCheck(publicUrl, publicOrigins);
  const { api } = identity;
  const limitSession = createTokenRequestLimit(context);
  const open = { config: { auth: 'public' }, bodyLimit: 8 * 1024 } as const;
  const onRequest = async (request: FastifyRequest) => {
    checkOrigin(request);
    const type = request.headers['content-type'];
    if (type !== undefined && !/^application\/json\b/i.test(type))
      throw commonProblem('unsupported-media-type');
  };
  const fromOurPages = { ...open, onRequest };

  mountPasswordSignIn({ ...context, fromOurPages });
  mountIdentityEndpoints(context, verify);

  http.post('/api/auth/sign-out', fromOurPages, async (request, reply) => {
    const headers = headersOf(request);
    const session = await api.getSession({ headers });
    const answer = await callBetterAuth(() => api.signOut({ headers, returnHeaders: true }));
    // A socket outlives the tokens that it was opened with.
    if (session !== null) await publishSessionsEnded(context, session.user.id);
    return sendAuthResponse(reply, answer);
  });

  http.get('/api/auth/get-session', open, async (request, reply) => {
    await limitSession(request);
    const answer = await callBetterAuth(() =>
      api.getSession({ headers: headersOf(request), returnHeaders: true }),
    );
    return sendAuthResponse(reply, withoutSecrets(answer));
  });

  http.get('/api/auth/token', open, async (request, reply) => {
    await limitSession(request);
    const answer = await callBetterAuth(() =>
      api.getToken({ headers: headersOf(request), returnHeaders: true }),
    );
    await touchSession(context, (answer.response as { token: string }).token);
    return sendAuthResponse(reply, answer);
  });

  http.get('/api/auth/jwks', open, async (_request, reply) => {
    const { response } = await callBetterAuth(() => api.getJwks({ returnHeaders: true }));
    return reply.header('cache-control', 'public, max-age=60').send(response);
  });
}

/** Only what the provider needs of a request: the session cookie. */
function headersOf(request: FastifyRequest): Headers {
  return new Headers(request.headers.cookie === undefined ? {} : { cookie: request.headers.cookie });
}

import type { FastifyRequest } from 'fastify';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { MountOptions } from '#platform/server/http/mount-calls.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import { asked, send, withoutSecrets } from './ask-better-auth.ts';
import { createOriginCheck } from './check-origin.ts';
import type { TokenVerifier } from '../verify-token.ts';
import { tellSessionsEnded } from './end-sessions.ts';
import type { IdentityParts } from './identity-parts.ts';
import type { KnownDevices } from './known-devices.ts';
import { createSessionLimit } from './limit-sessions.ts';
import { mountIdentityCalls } from './mount-identity-calls.ts';
import { mountPasswords } from './mount-passwords.ts';
import { noteUse } from './note-use.ts';

type Parts = IdentityParts &
  Pick<ServerContext, 'http' | 'calls' | 'publicUrl' | 'secrets' | 'log'> & {
    devices: KnownDevices;
    publicOrigins: string[];
    limit: MountOptions['limit'];
  };

/**
 * The doors of the embedded identity provider. Only these six of its own calls exist here, and ours beside them; everything else under `/api/auth` is 404
 * like any other unknown address.
 */
export function mountIdentity(parts: Parts, verify: TokenVerifier): void {
  const { http, publicUrl, publicOrigins, identity } = parts;
  const checkOrigin = createOriginCheck(publicUrl, publicOrigins);
  const { api } = identity;
  const limitSession = createSessionLimit(parts);
  const open = { config: { auth: 'public' }, bodyLimit: 8 * 1024 } as const;
  const onRequest = async (request: FastifyRequest) => {
    checkOrigin(request);
    const type = request.headers['content-type'];
    if (type !== undefined && !/^application\/json\b/i.test(type))
      throw commonProblem('unsupported-media-type');
  };
  const fromOurPages = { ...open, onRequest };

  mountPasswords({ ...parts, fromOurPages });
  mountIdentityCalls(parts, verify);

  http.post('/api/auth/sign-out', fromOurPages, async (request, reply) => {
    const headers = headersOf(request);
    const session = await api.getSession({ headers });
    const answer = await asked(() => api.signOut({ headers, returnHeaders: true }));
    // A socket outlives the tokens that it was opened with.
    if (session !== null) await tellSessionsEnded(parts, session.user.id);
    return send(reply, answer);
  });

  http.get('/api/auth/get-session', open, async (request, reply) => {
    await limitSession(request);
    const answer = await asked(() => api.getSession({ headers: headersOf(request), returnHeaders: true }));
    return send(reply, withoutSecrets(answer));
  });

  http.get('/api/auth/token', open, async (request, reply) => {
    await limitSession(request);
    const answer = await asked(() => api.getToken({ headers: headersOf(request), returnHeaders: true }));
    await noteUse(parts, (answer.response as { token: string }).token);
    return send(reply, answer);
  });

  http.get('/api/auth/jwks', open, async (_request, reply) => {
    const { response } = await asked(() => api.getJwks({ returnHeaders: true }));
    return reply.header('cache-control', 'public, max-age=60').send(response);
  });
}

/** Only what the provider needs of a request: the session cookie. */
function headersOf(request: FastifyRequest): Headers {
  return new Headers(request.headers.cookie === undefined ? {} : { cookie: request.headers.cookie });
}

import type { FastifyRequest } from 'fastify';
import type { Caller } from '#platform/server/caller.ts';
import type { Handlers } from '#platform/server/http/endpoint-registry.ts';
import { ResponseCache } from '#platform/server/http/cache/response-cache.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import {
  callBetterAuth,
  sendAuthResponse,
  withoutSecrets,
  toAuthHeaders,
} from './better-auth/call-better-auth.ts';
import { createOriginCheck } from './better-auth/check-origin.ts';
import { findAttemptOwner } from '../mailboxes.ts';
import { publishSessionsEnded } from './sessions/revoke-sessions.ts';
import type { IdentityContext } from './identity-context.ts';
import { createTokenRequestLimit } from './rate-limits/limit-token-requests.ts';
import { mountPasskeys } from './passkeys/mount.ts';
import { deletePasskey, listPasskeys, renamePasskey } from './passkeys/own-passkeys.ts';
import { proveOwner } from './prove-owner.ts';
import { mountPasswordSignIn } from './passwords/mount.ts';
import { addSessionCookieHooks } from './sessions/session-cookies.ts';
import { identityEndpoints } from '../../contract.ts';
import type { passkeyEndpoints } from '../../passkey-contract.ts';
import { requireFreshPasskeyOfAdmin } from '../tokens/fresh-sign-in.ts';
import { findBearerToken } from '../tokens/authenticate.ts';
import { changePassword } from './passwords/change-password.ts';
import {
  revokeSession,
  revokeOtherSessions,
  listSessions,
  type SessionOwner,
  touchSession,
} from './sessions/user-sessions.ts';
import { sendPasswordResetEmail, resetPassword } from './passwords/reset-password.ts';

/** A new key signs the first token at once, and its verifiers ask for it: not longer. */
const KEY_SET_TTL_MS = 2_000;

/** Mounts six routes of Better Auth, and ours beside them. All other paths below `/api/auth` are 404. */
export function mountIdentity(context: IdentityContext): void {
  const { http, publicUrl, identity, clock, services } = context;
  const checkOrigin = createOriginCheck(publicUrl);
  addSessionCookieHooks(http, publicUrl);
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
  mountPasskeys({ ...context, fromOurPages });
  mountIdentityEndpoints(context);

  http.post('/api/auth/sign-out', fromOurPages, async (request, reply) => {
    const headers = toAuthHeaders(request);
    const session = await api.getSession({ headers });
    const response = await callBetterAuth(() => api.signOut({ headers, returnHeaders: true }));
    // A socket outlives the token that it was opened with.
    if (session !== null) await publishSessionsEnded(context, session.user.id);
    return sendAuthResponse(reply, response);
  });

  http.get('/api/auth/get-session', open, async (request, reply) => {
    await limitSession(request);
    const response = await callBetterAuth(() =>
      api.getSession({ headers: toAuthHeaders(request), returnHeaders: true }),
    );
    return sendAuthResponse(reply, withoutSecrets(response));
  });

  http.get('/api/auth/token', open, async (request, reply) => {
    await limitSession(request);
    const response = await callBetterAuth(() =>
      api.getToken({ headers: toAuthHeaders(request), returnHeaders: true }),
    );
    await touchSession(context, response.response.token);
    return sendAuthResponse(reply, response);
  });

  const keySet = new ResponseCache({
    budgets: [services.caches],
    clock,
    lifetimeMs: KEY_SET_TTL_MS,
    entries: 1,
    byUrl: true,
  });
  http.get('/api/auth/jwks', open, (request, reply) =>
    keySet.respond(request, reply, '', async () => {
      const { response } = await callBetterAuth(() => api.getJwks({ returnHeaders: true }));
      return response;
    }),
  );
}

const done = { done: true } as const;

/** Endpoints without a cookie: the caller has a token, or an emailed link. */
function mountIdentityEndpoints(context: IdentityContext): void {
  const { endpoints, devices, verify } = context;
  /** The actor is authenticated already. The token is read again for the id of its session. */
  const ownerOf = async ({ actor, caller }: { actor: { id: string }; caller: Caller }) => ({
    id: actor.id,
    session: (await verify(findBearerToken(caller) ?? ''))?.session ?? null,
  });

  endpoints.mount(identityEndpoints, {
    'POST /api/auth/forgot-password': async ({ body, caller, cookies }) => {
      const device = await devices.find(cookies.sent, body.email);
      await sendPasswordResetEmail(context, body.email, { ip: caller.ip, device, language: caller.language });
      return done;
    },
    'POST /api/auth/reset-password': async ({ body, caller, cookies }) => {
      const isKnownDevice = async (email: string) => (await devices.find(cookies.sent, email)) !== undefined;
      const reset = await resetPassword(context, body, { ip: caller.ip, isKnownDevice });
      cookies.set(devices.remember(cookies.sent, reset.email));
      return reset;
    },
    'POST /api/auth/change-password': async (request) => {
      const { actor, body, caller, cookies } = request;
      const { session } = await ownerOf(request);
      const { email } = await changePassword(context, { actor, session }, body, caller.ip);
      cookies.set(devices.remember(cookies.sent, email));
      return done;
    },
    'GET /api/users/me/sessions': async (request) => listSessions(context, await ownerOf(request)),
    'DELETE /api/users/me/sessions/:id': async (request) => {
      await revokeSession(context, await ownerOf(request), request.params.id);
      return done;
    },
    ...createPasskeyHandlers(context, ownerOf),
    'DELETE /api/users/me/sessions': async (request) => {
      await revokeOtherSessions(context, await ownerOf(request), request.query.all === 'false');
      return done;
    },
  });
}

const createPasskeyHandlers = (
  context: IdentityContext,
  ownerOf: (request: { actor: { id: string }; caller: Caller }) => Promise<SessionOwner>,
): Handlers<typeof passkeyEndpoints> => ({
  'GET /api/users/me/passkeys': ({ actor }) => listPasskeys(context.database, actor.id),
  'PATCH /api/users/me/passkeys/:id': async ({ actor, params, body, reportNoChange }) => {
    requireFreshPasskeyOfAdmin(actor, context.clock.now());
    const owner = await findAttemptOwner(context.database.orm, actor.id);
    await context.attempts.begin(['passkeyNames'], { owner });
    if (!(await renamePasskey(context, actor.id, { ...params, ...body }))) reportNoChange();
    return done;
  },
  'DELETE /api/users/me/passkeys/:id': async (request) => {
    const { actor, caller, params, body } = request;
    const { session } = await ownerOf(request);
    await proveOwner(context, { actor, session, password: body.password, ip: caller.ip });
    await deletePasskey(context, actor.id, params.id);
    return done;
  },
});

import { eq } from 'drizzle-orm';
import { isAPIError } from 'better-auth/api';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Actor, type Authenticate, toCaller } from '#platform/server/http/endpoint-registry.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import { accountProblem } from '../../../contract.ts';
import { passkeyName, passkeyProof } from '../../../passkey-contract.ts';
import { bearerOf } from '../../tokens/authenticate.ts';
import type { TokenVerifier } from '../../tokens/verify-token.ts';
import {
  type BetterAuthResponse,
  sendAuthResponse,
  withoutSecrets,
} from '../better-auth/call-better-auth.ts';
import { getOwnIdentity } from '../get-own-identity.ts';
import type { IdentityContext } from '../identity-context.ts';
import { parseBody } from '../parse-body.ts';
import { attemptLimits } from '../rate-limits/attempt-limits.ts';
import type { KnownDevices } from '../rate-limits/known-devices.ts';
import { recognizeDevice, type SignedInUser } from '../rate-limits/recognize-device.ts';
import { revokeExcessSessions } from '../sessions/revoke-excess-sessions.ts';
import { identityPasskeys, identitySessions } from '../table.ts';
import { MAX_PASSKEYS } from './own-passkeys.ts';
import type { PasskeyAuth } from './passkey-auth.ts';
import { toPasskeyHost } from './passkey-host.ts';
import { proveOwner } from './prove-owner.ts';

type Context = IdentityContext &
  Pick<ServerContext, 'http' | 'publicUrl' | 'secrets' | 'log'> & {
    devices: KnownDevices;
    authenticate: Authenticate;
    /** Options of a route that only the product's own pages may call. */
    fromOurPages: object;
  };

/** What `navigator.credentials` has returned. Better Auth checks the rest. */
const credential = z.looseObject({ id: z.string().min(1).max(1400), response: z.looseObject({}) });
const credentialInput = z.object({ response: credential });
const registrationInput = credentialInput.extend({ name: passkeyName });

type AuthenticationResponse = NonNullable<
  Parameters<PasskeyAuth['api']['verifyPasskeyAuthentication']>[0]
>['body']['response'];

type SignedIn = { session: { id: string; token: string }; user: SignedInUser };

/** Routes of passkeys that need cookies: to sign in, to prove presence in a session, to add one. */
export function mountPasskeys(context: Context, verify: TokenVerifier): void {
  const load = createLoader(context);
  mountSignIn(context, load);
  mountConfirmation(context, verify, load);
  mountRegistration(context, verify, load);
}

type Load = () => Promise<PasskeyAuth['api']>;

/** Throws 'passkeys-unavailable' where browsers have none. */
function createLoader(context: Context): Load {
  let loading: Promise<PasskeyAuth> | undefined;
  return async () => {
    if (toPasskeyHost(context.publicUrl) === null) throw accountProblem('passkeys-unavailable');
    loading ??= import('./passkey-auth.ts').then(({ createPasskeyAuth }) => createPasskeyAuth(context));
    return (await loading).api;
  };
}

/** Whatever is wrong with a credential or its challenge is one problem to the user. */
const call = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw isAPIError(error) ? accountProblem('passkey-not-accepted', { cause: error }) : error;
  });

const headersOf = ({ headers }: FastifyRequest): Headers =>
  new Headers({
    cookie: headers.cookie ?? '',
    'user-agent': (headers['user-agent'] ?? '').slice(0, 500),
  });

function mountSignIn(context: Context, load: Load): void {
  const { http, attempts, fromOurPages } = context;

  http.post('/api/auth/passkey/options', fromOurPages, async (request, reply) => {
    const api = await load();
    await attempts.begin(attemptLimits.passkey(request.ip));
    const headers = headersOf(request);
    const answer = await call(api.generatePasskeyAuthenticationOptions({ headers, returnHeaders: true }));
    return sendAuthResponse(reply, {
      headers: answer.headers,
      response: { ...answer.response, userVerification: 'required' },
    });
  });

  http.post('/api/auth/sign-in/passkey', fromOurPages, async (request, reply) => {
    const body = parseBody(credentialInput, request.body);
    const answer = await authenticateWithPasskey(context, load, request, body);
    const { user, session } = answer.response as SignedIn;
    await markPasskeyCheck(context, session.id);
    await revokeExcessSessions(context, user.email);
    const deviceCookie = await recognizeDevice(context, request, user);
    return sendAuthResponse(reply, withoutSecrets(answer), [deviceCookie]);
  });
}

/** Better Auth opens a new session for each use of a passkey. */
async function authenticateWithPasskey(
  { attempts }: Context,
  load: Load,
  request: FastifyRequest,
  body: z.output<typeof credentialInput>,
): Promise<BetterAuthResponse> {
  const api = await load();
  const attempt = await attempts.begin(attemptLimits.passkey(request.ip));
  const headers = headersOf(request);
  const response = body.response as unknown as AuthenticationResponse;
  const answer = await call(
    api.verifyPasskeyAuthentication({ headers, body: { response }, returnHeaders: true }),
  );
  await attempt.giveBack();
  return answer;
}

/** A passkey was used in this session. */
async function markPasskeyCheck({ database, clock }: Context, sessionId: string): Promise<void> {
  await database.orm
    .update(identitySessions)
    .set({ passkeyCheckedAt: clock.now() })
    .where(eq(identitySessions.id, sessionId));
}

/** A user who is signed in uses a passkey again. The session stays the same. */
function mountConfirmation(context: Context, verify: TokenVerifier, load: Load): void {
  const { http, database, fromOurPages } = context;
  http.post('/api/auth/passkey/confirm', fromOurPages, async (request, reply) => {
    const { actor, session } = await signedInActor(context, verify, request);
    const body = parseBody(credentialInput, request.body);
    const { response } = await authenticateWithPasskey(context, load, request, body);
    const opened = response as SignedIn;
    await database.orm.delete(identitySessions).where(eq(identitySessions.id, opened.session.id));
    const identity = await getOwnIdentity(database.orm, actor.id);
    if (identity.id !== opened.user.id) throw accountProblem('passkey-not-accepted');
    await markPasskeyCheck(context, session);
    return sendAuthResponse(reply, { headers: null, response: { done: true } });
  });
}

function mountRegistration(context: Context, verify: TokenVerifier, load: Load): void {
  const { http, database, mailer, mails, fromOurPages } = context;

  http.post('/api/auth/passkey/register-options', fromOurPages, async (request, reply) => {
    const { actor, session } = await signedInActor(context, verify, request);
    const { password } = parseBody(passkeyProof, request.body);
    const api = await load();
    await proveOwner(context, { actor, session, password, address: request.ip });
    const identity = await getOwnIdentity(database.orm, actor.id);
    const count = await database.orm.$count(identityPasskeys, eq(identityPasskeys.userId, identity.id));
    if (count >= MAX_PASSKEYS) throw accountProblem('passkey-limit-reached');
    const headers = headersOf(request);
    return sendAuthResponse(
      reply,
      await call(api.generatePasskeyRegistrationOptions({ headers, query: {}, returnHeaders: true })),
    );
  });

  http.post('/api/auth/passkey/register', fromOurPages, async (request, reply) => {
    const { actor, session } = await signedInActor(context, verify, request);
    const body = parseBody(registrationInput, request.body);
    const api = await load();
    await call(api.verifyPasskeyRegistration({ headers: headersOf(request), body }));
    await markPasskeyCheck(context, session);
    const identity = await getOwnIdentity(database.orm, actor.id);
    if (identity.emailVerified)
      await database.transaction((tx) => mailer.send(tx, mails.passkeyAdded(identity)));
    return sendAuthResponse(reply, { headers: null, response: { done: true } });
  });
}

/**
 * The user of the token, whose session must be the one of the cookie: Better Auth reads the cookie. Throws
 * 'sign-in-required' and 'invalid-token'.
 */
async function signedInActor(
  { authenticate, identity }: Context,
  verify: TokenVerifier,
  request: FastifyRequest,
): Promise<{ actor: Actor; session: string }> {
  const caller = toCaller(request);
  const token = bearerOf(caller);
  if (token === null) throw commonProblem('sign-in-required');
  const actor = await authenticate(caller);
  const session = (await verify(token))?.session;
  const ofCookie = await identity.api.getSession({ headers: headersOf(request) });
  if (actor === null || session == null || ofCookie?.session.id !== session)
    throw commonProblem('invalid-token');
  return { actor, session };
}

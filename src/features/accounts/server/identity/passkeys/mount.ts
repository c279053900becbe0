import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { toCaller } from '#platform/server/caller.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import { loadOnce } from '#platform/shared/load-once.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import { accountProblem } from '../../../contract.ts';
import { passkeyName, passkeyProof } from '../../../passkey-contract.ts';
import { findBearerToken } from '../../tokens/authenticate.ts';
import { sendAuthResponse, withoutSecrets, toAuthHeaders } from '../better-auth/call-better-auth.ts';
import { getOwnIdentity } from '../get-own-identity.ts';
import type { IdentityContext } from '../identity-context.ts';
import { parseInput } from '#platform/server/http/parse-input.ts';
import { finishSignIn, type SignedInUser } from '../sessions/finish-sign-in.ts';
import { rejectStaleSignIn } from '../sessions/reject-stale-sign-in.ts';
import { identitySessions } from '../../table.ts';
import { callPasskeyAuth } from './call-passkey-auth.ts';
import { markPasskeyCheck, MAX_PASSKEYS, passkeyExists } from './own-passkeys.ts';
import type { createPasskeyAuth, PasskeyAuth } from './passkey-auth.ts';
import { toPasskeyHost } from './passkey-host.ts';
import { proveOwner } from '../prove-owner.ts';
import { readRegistrationState, registerPasskey } from './register-passkey.ts';

/** `fromOurPages`: options of a route that only the product's own pages may call. */
type Context = IdentityContext & { fromOurPages: object };

/** The names of a device's connections, which are stored: 'internal', 'usb'. */
const transports = z.array(z.string().regex(/^[\w-]{1,40}$/)).max(20);

/** What `navigator.credentials` has returned. Better Auth checks the rest. The id is base64url. */
const credential = z.looseObject({
  id: z.string().regex(/^[\w-]{1,1400}$/),
  response: z.looseObject({ transports: transports.optional() }),
});
const credentialInput = z.object({ response: credential });
const registrationInput = credentialInput.extend({ name: passkeyName });

type AuthenticationResponse = NonNullable<
  Parameters<PasskeyAuth['api']['verifyPasskeyAuthentication']>[0]
>['body']['response'];

type SignedIn = { session: { id: string; token: string }; user: SignedInUser };

/** Routes of passkeys that need cookies: to sign in, to prove presence in a session, to add one. */
export function mountPasskeys(context: Context): void {
  const load = createLoader(context);
  mountSignIn(context, load);
  mountConfirmation(context, load);
  mountRegistration(context, load);
}

type Load = () => Promise<{ api: PasskeyAuth['api']; createAuth: typeof createPasskeyAuth }>;

/** Throws 'passkeys-unavailable' where browsers have none. */
function createLoader(context: Context): Load {
  const loadAuth = loadOnce(async () => {
    const { createPasskeyAuth: createAuth } = await import('./passkey-auth.ts');
    return { api: createAuth(context).api, createAuth };
  });
  return async () => {
    if (toPasskeyHost(context.publicUrl) === null) throw accountProblem('passkeys-unavailable');
    return loadAuth();
  };
}

function mountSignIn(context: Context, load: Load): void {
  const { http, database, clock, attempts, fromOurPages } = context;

  http.post('/api/auth/passkey/options', fromOurPages, async (request, reply) => {
    const { api } = await load();
    await attempts.begin(['passkey'], { ip: request.ip });
    const { headers, response } = await callPasskeyAuth(() =>
      api.generatePasskeyAuthenticationOptions({ headers: toAuthHeaders(request), returnHeaders: true }),
    );
    return sendAuthResponse(reply, { headers, response: { ...response, userVerification: 'required' } });
  });

  http.post('/api/auth/sign-in/passkey', fromOurPages, async (request, reply) => {
    const body = parseInput(credentialInput, request.body ?? {}, 'body');
    const signedIn = await authenticateWithPasskey(context, load, request, body);
    const { user, session } = signedIn.response;
    await markPasskeyCheck(database.orm, session.id, clock.now());
    const deviceCookie = await finishSignIn(context, request, user);
    return sendAuthResponse(reply, withoutSecrets(signedIn), [deviceCookie]);
  });
}

/** Better Auth opens a new session for each use of a passkey. */
async function authenticateWithPasskey(
  context: Context,
  load: Load,
  request: FastifyRequest,
  { response: credential }: z.output<typeof credentialInput>,
): Promise<{ headers: Headers; response: SignedIn }> {
  const { api } = await load();
  const attempt = await context.attempts.begin(['passkey'], { ip: request.ip });
  const body = { response: credential as unknown as AuthenticationResponse };
  const { headers, response } = await callPasskeyAuth(() =>
    api.verifyPasskeyAuthentication({ headers: toAuthHeaders(request), body, returnHeaders: true }),
  );
  const signedIn = response as SignedIn;
  await rejectStaleSignIn(context, signedIn.session.token, {
    isCurrent: (orm) => passkeyExists(orm, credential.id),
    problem: 'passkey-not-accepted',
  });
  await attempt.giveBack();
  return { headers, response: signedIn };
}

/** A user who is signed in uses a passkey again. The session stays the same. */
function mountConfirmation(context: Context, load: Load): void {
  const { http, database, clock, fromOurPages } = context;
  http.post('/api/auth/passkey/confirm', fromOurPages, async (request, reply) => {
    const { actor, session } = await signedInActor(context, request);
    const body = parseInput(credentialInput, request.body ?? {}, 'body');
    const { response: opened } = await authenticateWithPasskey(context, load, request, body);
    await database.orm.delete(identitySessions).where(eq(identitySessions.id, opened.session.id));
    const identity = await getOwnIdentity(database.orm, actor.id);
    if (identity.id !== opened.user.id) throw accountProblem('passkey-not-accepted');
    await markPasskeyCheck(database.orm, session, clock.now());
    return sendAuthResponse(reply, { headers: null, response: { done: true } });
  });
}

function mountRegistration(context: Context, load: Load): void {
  const { http, database, attempts, fromOurPages } = context;

  http.post('/api/auth/passkey/register-options', fromOurPages, async (request, reply) => {
    const { actor, session } = await signedInActor(context, request);
    const { password } = parseInput(passkeyProof, request.body ?? {}, 'body');
    const { api } = await load();
    await attempts.begin(['passkey'], { ip: request.ip });
    const { id: identityId } = await getOwnIdentity(database.orm, actor.id);
    // Read before the proof: what changes during it ends the challenge, too.
    const state = await readRegistrationState(database.orm, { identityId, session });
    await proveOwner(context, { actor, session, password, ip: request.ip });
    if (state.passkeyCount >= MAX_PASSKEYS) throw accountProblem('passkey-limit-reached');
    const headers = toAuthHeaders(request);
    const query = { context: state.fingerprint };
    const options = await callPasskeyAuth(() =>
      api.generatePasskeyRegistrationOptions({ headers, query, returnHeaders: true }),
    );
    return sendAuthResponse(reply, options);
  });

  http.post('/api/auth/passkey/register', fromOurPages, async (request, reply) => {
    const { actor, session } = await signedInActor(context, request);
    const body = parseInput(registrationInput, request.body ?? {}, 'body');
    const { createAuth } = await load();
    await attempts.begin(['passkey'], { ip: request.ip });
    await registerPasskey(context, request, { createAuth, actor, session, body });
    return sendAuthResponse(reply, { headers: null, response: { done: true } });
  });
}

/**
 * The user of the token, whose session is that of the cookie, which Better Auth reads. Throws 'sign-in-required'
 * and 'invalid-token'.
 */
async function signedInActor(
  { authenticate, identity, verify }: Context,
  request: FastifyRequest,
): Promise<{ actor: Actor; session: string }> {
  const caller = toCaller(request);
  const token = findBearerToken(caller);
  if (token === null) throw commonProblem('sign-in-required');
  const actor = await authenticate(caller);
  const session = (await verify(token))?.session;
  const ofCookie = await identity.api.getSession({ headers: toAuthHeaders(request) });
  if (actor === null || session == null || ofCookie?.session.id !== session)
    throw commonProblem('invalid-token');
  return { actor, session };
}

import { createHash } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { toCaller } from '#platform/server/caller.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import { accountProblem } from '../../../contract.ts';
import { identityPasskeys } from '../../table.ts';
import { requireFreshPasskeyOfAdmin } from '../../tokens/fresh-sign-in.ts';
import { toAuthHeaders } from '../better-auth/call-better-auth.ts';
import { localeOfUser } from '../../../language-of-user.ts';
import { getOwnIdentity } from '../get-own-identity.ts';
import type { IdentityContext } from '../identity-context.ts';
import { findPasswordHash } from '../passwords/password-hashes.ts';
import { lockSessionOfRequest } from '../sessions/lock-session-of-request.ts';
import { callPasskeyAuth } from './call-passkey-auth.ts';
import { markPasskeyCheck, MAX_PASSKEYS } from './own-passkeys.ts';
import type { createPasskeyAuth, PasskeyAuth } from './passkey-auth.ts';

type Registration = {
  createAuth: typeof createPasskeyAuth;
  actor: Actor;
  session: string;
  body: NonNullable<Parameters<PasskeyAuth['api']['verifyPasskeyRegistration']>[0]>['body'];
};

/**
 * Stores a passkey and tells the user by email. The transaction locks the user, because the account may go to its
 * owner meanwhile, and includes Better Auth's work, so that nobody signs in with a refused passkey. Throws
 * 'invalid-token', 'passkey-required', 'passkey-limit-reached', and 'passkey-not-accepted' also if the credentials
 * have changed since the challenge.
 */
export async function registerPasskey(
  context: IdentityContext,
  request: FastifyRequest,
  { createAuth, actor, session, body }: Registration,
): Promise<void> {
  const { database, clock, mailer, emails, localeOf } = context;
  await database.transaction(async (tx) => {
    await lockSessionOfRequest(tx, { actor, caller: toCaller(request) });
    const now = clock.now();
    requireFreshPasskeyOfAdmin(actor, now);
    const identity = await getOwnIdentity(tx, actor.id);
    const before = await readRegistrationState(tx, { identityId: identity.id, session });
    if (before.passkeyCount >= MAX_PASSKEYS) throw accountProblem('passkey-limit-reached');
    const { fingerprint } = before;
    const { api } = createAuth({ ...context, database: { orm: tx } }, { fingerprint });
    const headers = toAuthHeaders(request);
    await callPasskeyAuth(() => api.verifyPasskeyRegistration({ headers, body, returnHeaders: true }));
    // A further passkey proves nothing about those that the account has.
    if (before.passkeyCount === 0) await markPasskeyCheck(tx, session, now);
    if (identity.emailVerified)
      await mailer.send(tx, emails.passkeyAdded({ ...identity, locale: localeOfUser(identity, localeOf) }));
  });
}

type RegistrationState = {
  passkeyCount: number;
  /** The same as long as neither the passkeys nor the password change; different in another session. */
  fingerprint: string;
};

/**
 * What a challenge for a new passkey is bound to: each change of the credentials ends it, or a former password
 * could add a passkey later.
 */
export async function readRegistrationState(
  orm: Pick<Database['orm'], 'select'>,
  { identityId, session }: { identityId: string; session: string },
): Promise<RegistrationState> {
  const password = await findPasswordHash(orm, identityId);
  const passkeys = await orm
    .select({ id: identityPasskeys.id })
    .from(identityPasskeys)
    .where(eq(identityPasskeys.userId, identityId))
    .orderBy(asc(identityPasskeys.id));
  const state = JSON.stringify([session, password, ...passkeys.map(({ id }) => id)]);
  return {
    passkeyCount: passkeys.length,
    fingerprint: createHash('sha256').update(state).digest('base64url'),
  };
}

import { eq } from 'drizzle-orm';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import { accountProblem } from '../../../contract.ts';
import { verifyConfirmation, getConfirmationMethod } from '../../deletion/confirm-deletion.ts';
import { requireFreshPasskey } from '../../tokens/passkey-proof.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import type { IdentityContext } from '../identity-context.ts';
import { identitySessions } from '../table.ts';

/** For accounts without a password: the university has just checked who it is. */
const FRESH_SESSION_MS = 10 * MINUTE_MS;

type Proof = { actor: Actor; session: string | null; password: string | undefined; ip: string };

/**
 * An open browser is not enough to add or delete a passkey: an administrator who has one uses it, everyone
 * else may give the password instead. Throws 'passkey-required', 'invalid-current-password',
 * 'sign-in-again', 'too-many-requests' and 'sign-in-busy'.
 */
export async function proveOwner(
  context: IdentityContext,
  { actor, session, password, ip }: Proof,
): Promise<void> {
  const { database, clock, identity } = context;
  const now = clock.now();
  const { passkeyCheckedAt } = actor;
  const isAdmin = actor.isAdmin || actor.isAdminWithPasskey === true;
  if (passkeyCheckedAt !== undefined && (isAdmin || password === undefined))
    return requireFreshPasskey(actor, now);
  if ((await getConfirmationMethod(context, actor.id)) === 'password') {
    if (password === undefined) throw accountProblem('invalid-current-password');
    return verifyConfirmation({ ...context, hasher: identity.hasher }, actor.id, password, ip);
  }
  if (session === null) throw commonProblem('invalid-token');
  const [found] = await database.orm
    .select({ createdAt: identitySessions.createdAt })
    .from(identitySessions)
    .where(eq(identitySessions.id, session));
  if (found === undefined) throw commonProblem('invalid-token');
  if (now.getTime() - found.createdAt.getTime() > FRESH_SESSION_MS) throw accountProblem('sign-in-again');
}

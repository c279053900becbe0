import { accountProblem } from '../../../contract.ts';
import { verifyConfirmation, getConfirmationMethod } from '../../deletion/confirm-deletion.ts';
import { requireFreshSession } from '../../tokens/fresh-sign-in.ts';
import { requireFreshPasskey } from '../../tokens/passkey-proof.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import type { IdentityContext } from '../identity-context.ts';

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
  const { clock, identity } = context;
  const { passkeyCheckedAt } = actor;
  const isAdmin = actor.isAdmin || actor.isAdminWithPasskey === true;
  if (passkeyCheckedAt !== undefined && (isAdmin || password === undefined))
    return requireFreshPasskey(actor, clock.now());
  if ((await getConfirmationMethod(context, actor.id)) === 'password') {
    if (password === undefined) throw accountProblem('invalid-current-password');
    return verifyConfirmation({ ...context, hasher: identity.hasher }, actor.id, password, ip);
  }
  // The university has just checked who it is.
  return requireFreshSession(context, session);
}

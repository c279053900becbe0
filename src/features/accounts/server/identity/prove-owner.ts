import { eq, sql } from 'drizzle-orm';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import { accountProblem, type ConfirmationMethod } from '../../contract.ts';
import { EMBEDDED_ISSUER } from '../issuers.ts';
import { identityUsers, users } from '../table.ts';
import {
  isStaff,
  requireFreshPasskey,
  requireFreshSession,
  requireFreshSignIn,
} from '../tokens/fresh-sign-in.ts';
import type { VerifiedToken } from '../tokens/verify-token.ts';
import type { AccountContext } from './identity-context.ts';
import { checkCurrentPassword } from './passwords/change-password.ts';
import { findPasswordHash } from './passwords/password-hashes.ts';

/** The email of the user, and the hash of their password or null if the product stores none. */
async function findConfirmation({ database }: AccountContext, userId: string) {
  const [found] = await database.orm
    .select({ email: users.email, issuer: users.issuer, identityId: identityUsers.id })
    .from(users)
    .leftJoin(identityUsers, sql`${identityUsers.id}::text = ${users.subject}`)
    .where(eq(users.id, userId));
  if (found === undefined) throw accountProblem('user-not-found');
  const { email, issuer, identityId } = found;
  const isOurs = issuer === EMBEDDED_ISSUER && identityId !== null;
  return { email, hash: isOurs ? await findPasswordHash(database.orm, identityId) : null };
}

export async function getConfirmationMethod(
  context: AccountContext,
  userId: string,
): Promise<ConfirmationMethod> {
  return (await findConfirmation(context, userId)).hash === null ? 'email' : 'password';
}

/**
 * An open browser is not enough to delete an account: it takes the password, or a fresh sign-in and the email.
 * Throws 'invalid-current-password', 'confirmation-mismatch', 'sign-in-again', 'passkey-required',
 * 'too-many-requests' and 'sign-in-busy'.
 */
export async function confirmDeletion(
  context: AccountContext,
  { actor, token }: { actor: Actor; token: VerifiedToken },
  confirm: string,
  ip: string,
): Promise<void> {
  const { email, hash } = await findConfirmation(context, actor.id);
  if (hash !== null) return checkCurrentPassword(context, { email, password: confirm, hash, ip });
  await requireFreshSignIn(context, actor, token);
  if (confirm.normalize('NFC').trim().toLowerCase() !== email) throw accountProblem('confirmation-mismatch');
}

type Proof = { actor: Actor; session: string | null; password: string | undefined; ip: string };

/**
 * An open browser is not enough to add or delete a passkey: an administrator uses one, others may give the
 * password. Throws 'passkey-required', 'invalid-current-password', 'sign-in-again', 'too-many-requests' and
 * 'sign-in-busy'.
 */
export async function proveOwner(
  context: AccountContext,
  { actor, session, password, ip }: Proof,
): Promise<void> {
  if (actor.passkeyCheckedAt !== undefined && (isStaff(actor) || password === undefined))
    return requireFreshPasskey(actor, context.clock.now());
  const { email, hash } = await findConfirmation(context, actor.id);
  // The university has just checked who it is.
  if (hash === null) return requireFreshSession(context, session);
  if (password === undefined) throw accountProblem('invalid-current-password');
  return checkCurrentPassword(context, { email, password, hash, ip });
}

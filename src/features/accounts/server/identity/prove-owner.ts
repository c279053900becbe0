import { eq, sql } from 'drizzle-orm';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { accountProblem, type ConfirmationMethod } from '../../contract.ts';
import { EMBEDDED_ISSUER } from '../issuers.ts';
import type { IdentityContext } from './identity-context.ts';
import type { PasswordHasher } from './passwords/hash-passwords.ts';
import { checkCurrentPassword } from './passwords/check-current-password.ts';
import { findPasswordHash } from './passwords/password-hashes.ts';
import type { AttemptCounter } from './rate-limits/limit-attempts.ts';
import { identityUsers, users } from '../table.ts';
import { requireFreshSession, requireFreshSignIn } from '../tokens/fresh-sign-in.ts';
import { requireFreshPasskey } from '../tokens/passkey-proof.ts';
import type { VerifiedToken } from '../tokens/verify-token.ts';

type Context = Pick<ServerContext, 'database' | 'clock'>;
type ProofContext = Context & { hasher: PasswordHasher; attempts: AttemptCounter };

/** The email of the user, and the hash of their password or null if the product stores none. */
async function findConfirmation({ database }: Context, userId: string) {
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

export async function getConfirmationMethod(context: Context, userId: string): Promise<ConfirmationMethod> {
  return (await findConfirmation(context, userId)).hash === null ? 'email' : 'password';
}

/**
 * An open browser is not enough to delete an account: it takes the password, or a fresh sign-in and the email.
 * Throws 'invalid-current-password', 'confirmation-mismatch', 'sign-in-again', 'passkey-required',
 * 'too-many-requests' and 'sign-in-busy'.
 */
export async function confirmDeletion(
  context: ProofContext,
  { actor, token }: { actor: Actor; token: VerifiedToken },
  confirm: string,
  ip: string,
): Promise<void> {
  if ((await getConfirmationMethod(context, actor.id)) === 'email')
    await requireFreshSignIn(context, actor, token);
  await verifyConfirmation(context, actor.id, confirm, ip);
}

/**
 * Compares the password, or the email of a user without one. Throws 'invalid-current-password',
 * 'confirmation-mismatch', 'too-many-requests' and 'sign-in-busy'.
 */
async function verifyConfirmation(
  context: ProofContext,
  userId: string,
  confirm: string,
  ip: string,
): Promise<void> {
  const { email, hash } = await findConfirmation(context, userId);
  if (hash !== null) return checkCurrentPassword(context, { email, password: confirm, hash, ip });
  if (confirm.normalize('NFC').trim().toLowerCase() !== email) throw accountProblem('confirmation-mismatch');
}

type Proof = { actor: Actor; session: string | null; password: string | undefined; ip: string };

/**
 * An open browser is not enough to add or delete a passkey: an administrator uses one, others may give the
 * password. Throws 'passkey-required', 'invalid-current-password', 'sign-in-again', 'too-many-requests' and
 * 'sign-in-busy'.
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

import { eq } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import { accountProblem } from '../../../contract.ts';
import { sessionsEnded } from '../../account-events.ts';
import { revokeSessions, lockUserOfIdentity } from '../sessions/revoke-sessions.ts';
import { localeOfUser } from '../../../language-of-user.ts';
import { getOwnIdentity } from '../get-own-identity.ts';
import type { AccountContext } from '../identity-context.ts';
import { throwIfWeakPassword } from '../weak-passwords/throw-if-weak-password.ts';
import { findPasswordHash, savePasswordHash } from './password-hashes.ts';
import { keyOfKnown } from './password-queue-key.ts';
import { requireFreshPasskeyOfAdmin } from '../../tokens/fresh-sign-in.ts';
import { deleteAllPasskeys } from '../passkeys/own-passkeys.ts';
import { identityPasskeys } from '../../table.ts';
import { deleteLinkTokens } from '../email-links/email-links.ts';

type PasswordChange = {
  currentPassword: string;
  newPassword: string;
  removePasskeys?: boolean | undefined;
};
type Owner = { actor: Actor; session: string | null };

/**
 * Replaces the password of a user who knows the current one, and revokes all sessions but this one; deletes the
 * passkeys on request. Returns the email. Throws 'invalid-request' for a weak password, 'invalid-current-password',
 * 'passkey-required', 'password-not-set', 'identity-managed-elsewhere', 'too-many-requests' and 'sign-in-busy'.
 */
export async function changePassword(
  context: AccountContext,
  owner: Owner,
  { currentPassword, newPassword, removePasskeys = false }: PasswordChange,
  ip: string,
): Promise<{ email: string }> {
  const { database, clock, events, hasher, mailer, emails, localeOf } = context;
  const identity = await getOwnIdentity(database.orm, owner.actor.id);
  const { id: identityId, email, emailVerified, name } = identity;
  const current = await findPasswordHash(database.orm, identityId);
  if (current === null) throw accountProblem('password-not-set');
  throwIfWeakPassword(newPassword, { email, name }, 'newPassword');
  await checkCurrentPassword(context, { email, password: currentPassword, hash: current, ip });
  const hash = await hasher.hash(newPassword, keyOfKnown({ ip, account: email }));
  await database.transaction(async (tx) => {
    const now = clock.now();
    await lockUserOfIdentity(tx, identityId);
    // Changed on another device in the meantime: the compared password is not the current one.
    if ((await findPasswordHash(tx, identityId)) !== current)
      throw accountProblem('invalid-current-password');
    await savePasswordHash(tx, { identityId, hash, now });
    await deleteLinkTokens(tx, 'reset-password', identityId);
    const removed = removePasskeys ? await deletePasskeysOf(tx, identityId, owner.actor, now) : 0;
    await revokeSessions(tx, { identityId, except: owner.session });
    const left = await tx.$count(identityPasskeys, eq(identityPasskeys.userId, identityId));
    // An unverified address may be a stranger's.
    const to = { id: identityId, email, locale: localeOfUser(identity, localeOf) };
    if (emailVerified) await mailer.send(tx, emails.passwordChanged(to, { removed, left }));
  });
  events.publish(sessionsEnded, { userId: owner.actor.id });
  return { email };
}

/** Throws 'passkey-required' to an administrator, also if the passkey was added during this request. */
async function deletePasskeysOf(
  tx: Transaction,
  identityId: string,
  actor: Actor,
  now: Date,
): Promise<number> {
  const removed = await deleteAllPasskeys(tx, identityId);
  const { passkeyCheckedAt = null } = actor;
  if (removed > 0) requireFreshPasskeyOfAdmin({ ...actor, passkeyCheckedAt }, now);
  return removed;
}

type CurrentPassword = { email: string; password: string; hash: string; ip: string };

/** Compares the password. Throws 'invalid-current-password', 'too-many-requests' and 'sign-in-busy'. */
export async function checkCurrentPassword(
  { attempts, hasher }: AccountContext,
  { email, password, hash, ip }: CurrentPassword,
): Promise<void> {
  const attempt = await attempts.begin(['currentPassword'], { email });
  const queueKey = keyOfKnown({ ip, account: email });
  const isRight = await hasher.verify(password, hash, queueKey).catch(async (error: unknown) => {
    // The queue was full: the password was not compared.
    await attempt.giveBack();
    throw error;
  });
  if (!isRight) throw accountProblem('invalid-current-password');
  await attempt.forgive();
}

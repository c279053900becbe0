import { toIpNetwork } from '#platform/server/http/ip-network.ts';
import { accountProblem } from '#features/accounts/contract.ts';
import { sessionsEnded } from '#features/accounts/server/account-events.ts';
import { revokeSessions, lockUserOfIdentity } from '../sessions/revoke-sessions.ts';
import { getOwnIdentity } from '../get-own-identity.ts';
import type { IdentityContext } from '../identity-context.ts';
import { findPasswordHash, savePasswordHash } from './password-hashes.ts';
import { attemptLimits } from '../rate-limits/attempt-limits.ts';
import { deleteLinkTokens } from '../email-links/email-link-tokens.ts';

export type PasswordChange = { currentPassword: string; newPassword: string };

/**
 * Another password for who knows the current one; every device but this one (`session`) is signed out. Raises 'password-wrong',
 * 'password-missing', 'identity-elsewhere', 'too-many-requests' and 'identity-busy'.
 */
export async function changePassword(
  parts: IdentityContext,
  user: { id: string; session: string | null },
  { currentPassword, newPassword }: PasswordChange,
  address: string,
): Promise<void> {
  const { database, clock, events, attempts, identity } = parts;
  const { id: identityId, email, emailVerified } = await getOwnIdentity(database.orm, user.id);
  const current = await findPasswordHash(database.orm, identityId);
  if (current === null) throw accountProblem('password-missing');
  const party = { account: email, address: toIpNetwork(address) };
  const attempt = await attempts.begin(attemptLimits.currentPassword(email));
  const hash = await (async () => {
    if (!(await identity.hasher.verify(currentPassword, current, party))) return null;
    return identity.hasher.hash(newPassword, party);
  })().catch(async (error: unknown) => {
    // There was no place in the line: that was no guess.
    await attempt.giveBack();
    throw error;
  });
  if (hash === null) throw accountProblem('password-wrong');
  await attempt.forgive();
  await database.transaction(async (tx) => {
    const now = clock.now();
    await lockUserOfIdentity(tx, identityId);
    // Changed meanwhile, on another device: the one that was checked is not the current one any more.
    if ((await findPasswordHash(tx, identityId)) !== current) throw accountProblem('password-wrong');
    await savePasswordHash(tx, { identityId, hash, now });
    await deleteLinkTokens(tx, 'reset-password', identityId);
    await revokeSessions(tx, { identityId, except: user.session });
    // Unproven, the address may be a stranger's.
    if (emailVerified) await parts.mail.send(tx, parts.mails.passwordChanged({ id: identityId, email }));
  });
  events.publish(sessionsEnded, { userId: user.id });
}

import { networkOf } from '#platform/server/http/network-of.ts';
import { accountProblem } from '../../contract.ts';
import { sessionsEnded } from '../account-events.ts';
import { endSessions, lockPersonOf } from './end-sessions.ts';
import { findOwnIdentity } from './find-own-identity.ts';
import type { IdentityParts } from './identity-parts.ts';
import { findPasswordHash, keepPassword } from './keep-password.ts';
import { attemptLimits } from './limit-attempts.ts';
import { endLinks } from './mail-links.ts';

export type PasswordChange = { currentPassword: string; newPassword: string };

/**
 * Another password for who knows the current one; every device but this one (`session`) is signed out. Raises 'password-wrong',
 * 'password-missing', 'identity-elsewhere', 'too-many-requests' and 'identity-busy'.
 */
export async function changePassword(
  parts: IdentityParts,
  person: { id: string; session: string | null },
  { currentPassword, newPassword }: PasswordChange,
  address: string,
): Promise<void> {
  const { database, clock, events, attempts, identity } = parts;
  const { id: identityId, email, emailVerified } = await findOwnIdentity(database.orm, person.id);
  const current = await findPasswordHash(database.orm, identityId);
  if (current === null) throw accountProblem('password-missing');
  const party = { account: email, address: networkOf(address) };
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
    await lockPersonOf(tx, identityId);
    // Changed meanwhile, on another device: the one that was checked is not the current one any more.
    if ((await findPasswordHash(tx, identityId)) !== current) throw accountProblem('password-wrong');
    await keepPassword(tx, { identityId, hash, now });
    await endLinks(tx, 'reset-password', identityId);
    await endSessions(tx, { identityId, except: person.session });
    // Unproven, the address may be a stranger's.
    if (emailVerified) await parts.mail.send(tx, parts.mails.passwordChanged({ id: identityId, email }));
  });
  events.publish(sessionsEnded, { userId: person.id });
}

import { eq, sql } from 'drizzle-orm';
import { networkOf } from '#platform/server/http/network-of.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { accountProblem, type ConfirmedBy } from '../contract.ts';
import { embeddedIssuer } from './identity/create-identity.ts';
import type { PasswordHasher } from './identity/hash-passwords.ts';
import { findPasswordHash } from './identity/keep-password.ts';
import { type AttemptCounter, attemptLimits } from './identity/limit-attempts.ts';
import { identityUsers } from './identity/table.ts';
import { users } from './table.ts';

type Database = Pick<ServerContext, 'database'>;
type Parts = Database & { hasher: PasswordHasher; attempts: AttemptCounter };

/** The person's e-mail, and the hash of their password; null where no password of theirs is kept here. */
async function findProofs({ database }: Database, personId: string) {
  const [found] = await database.orm
    .select({ email: users.email, issuer: users.issuer, identityId: identityUsers.id })
    .from(users)
    .leftJoin(identityUsers, sql`${identityUsers.id}::text = ${users.subject}`)
    .where(eq(users.id, personId));
  if (found === undefined) throw accountProblem('person-not-found');
  const { email, issuer, identityId } = found;
  const isOurs = issuer === embeddedIssuer && identityId !== null;
  return { email, hash: isOurs ? await findPasswordHash(database.orm, identityId) : null };
}

export async function findConfirmation(parts: Database, personId: string): Promise<ConfirmedBy> {
  return (await findProofs(parts, personId)).hash === null ? 'email' : 'password';
}

/**
 * Whoever finds an open browser does not delete its account. Raises 'password-wrong', 'confirmation-wrong', 'too-many-requests' and
 * 'identity-busy'.
 */
export async function checkConfirmation(
  parts: Parts,
  personId: string,
  confirm: string,
  address: string,
): Promise<void> {
  const { email, hash } = await findProofs(parts, personId);
  if (hash === null) {
    if (confirm.normalize('NFC').trim().toLowerCase() !== email) throw accountProblem('confirmation-wrong');
    return;
  }
  const attempt = await parts.attempts.begin(attemptLimits.currentPassword(email));
  const party = { account: email, address: networkOf(address) };
  const isRight = await parts.hasher.verify(confirm, hash, party).catch(async (error: unknown) => {
    // There was no place in the line: that was no guess.
    await attempt.giveBack();
    throw error;
  });
  if (!isRight) throw accountProblem('password-wrong');
  await attempt.forgive();
}

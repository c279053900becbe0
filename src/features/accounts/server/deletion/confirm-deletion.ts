import { eq, sql } from 'drizzle-orm';
import { toIpNetwork } from '#platform/server/http/ip-network.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { accountProblem, type ConfirmationMethod } from '#features/accounts/contract.ts';
import { embeddedIssuer } from '../identity/better-auth/create-better-auth.ts';
import type { PasswordHasher } from '../identity/passwords/hash-passwords.ts';
import { findPasswordHash } from '../identity/passwords/password-hashes.ts';
import { attemptLimits } from '../identity/rate-limits/attempt-limits.ts';
import type { AttemptCounter } from '../identity/rate-limits/limit-attempts.ts';
import { identityUsers } from '../identity/table.ts';
import { users } from '../table.ts';

type Database = Pick<ServerContext, 'database'>;
type Context = Database & { hasher: PasswordHasher; attempts: AttemptCounter };

/** The person's e-mail, and the hash of their password; null where no password of theirs is kept here. */
async function findProofs({ database }: Database, userId: string) {
  const [found] = await database.orm
    .select({ email: users.email, issuer: users.issuer, identityId: identityUsers.id })
    .from(users)
    .leftJoin(identityUsers, sql`${identityUsers.id}::text = ${users.subject}`)
    .where(eq(users.id, userId));
  if (found === undefined) throw accountProblem('person-not-found');
  const { email, issuer, identityId } = found;
  const isOurs = issuer === embeddedIssuer && identityId !== null;
  return { email, hash: isOurs ? await findPasswordHash(database.orm, identityId) : null };
}

export async function getConfirmationMethod(parts: Database, userId: string): Promise<ConfirmationMethod> {
  return (await findProofs(parts, userId)).hash === null ? 'email' : 'password';
}

/**
 * Whoever finds an open browser does not delete its account. Raises 'password-wrong', 'confirmation-wrong', 'too-many-requests' and
 * 'identity-busy'.
 */
export async function verifyConfirmation(
  context: Context,
  userId: string,
  confirm: string,
  address: string,
): Promise<void> {
  const { email, hash } = await findProofs(context, userId);
  if (hash === null) {
    if (confirm.normalize('NFC').trim().toLowerCase() !== email) throw accountProblem('confirmation-wrong');
    return;
  }
  const attempt = await context.attempts.begin(attemptLimits.currentPassword(email));
  const party = { account: email, address: toIpNetwork(address) };
  const isRight = await context.hasher.verify(confirm, hash, party).catch(async (error: unknown) => {
    // There was no place in the line: that was no guess.
    await attempt.giveBack();
    throw error;
  });
  if (!isRight) throw accountProblem('password-wrong');
  await attempt.forgive();
}

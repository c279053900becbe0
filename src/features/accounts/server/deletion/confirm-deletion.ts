import { eq, sql } from 'drizzle-orm';
import { toQueueGroups } from '#platform/server/http/ip-network.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { accountProblem, type ConfirmationMethod } from '../../contract.ts';
import { EMBEDDED_ISSUER } from '../identity/embedded-issuer.ts';
import type { PasswordHasher } from '../identity/passwords/hash-passwords.ts';
import { findPasswordHash } from '../identity/passwords/password-hashes.ts';
import { attemptLimits } from '../identity/rate-limits/attempt-limits.ts';
import type { AttemptCounter } from '../identity/rate-limits/limit-attempts.ts';
import { identityUsers } from '../identity/table.ts';
import { users } from '../table.ts';

type Context = Pick<ServerContext, 'database'>;
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
 * An open browser is not enough to delete an account. Throws 'invalid-current-password',
 * 'confirmation-mismatch', 'too-many-requests' and 'sign-in-busy'.
 */
export async function verifyConfirmation(
  context: ProofContext,
  userId: string,
  confirm: string,
  ip: string,
): Promise<void> {
  const { email, hash } = await findConfirmation(context, userId);
  if (hash === null) {
    if (confirm.normalize('NFC').trim().toLowerCase() !== email)
      throw accountProblem('confirmation-mismatch');
    return;
  }
  const attempt = await context.attempts.begin(attemptLimits.currentPassword(email));
  const queueKey = { sequence: email, groups: toQueueGroups(ip) };
  const isRight = await context.hasher.verify(confirm, hash, queueKey).catch(async (error: unknown) => {
    // The queue was full: the password was not compared.
    await attempt.giveBack();
    throw error;
  });
  if (!isRight) throw accountProblem('invalid-current-password');
  await attempt.forgive();
}

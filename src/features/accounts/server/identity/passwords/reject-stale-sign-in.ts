import { eq } from 'drizzle-orm';
import type { ServerContext } from '#platform/server/server-context.ts';
import { accountProblem } from '#features/accounts/contract.ts';
import type { BetterAuthResponse } from '../better-auth/call-better-auth.ts';
import { findCommittedPasswordHash } from './password-hashes.ts';
import { identitySessions } from '../table.ts';

/**
 * Between a sign-in's look at the hash and its session lies the hashing. Whoever replaced the password in that time ended the
 * sessions that there were, and this one came afterwards: it ends here, before anybody is handed it. The look comes after the
 * session is stored, so that a change that begins later finds the session and ends it itself. It is a statement of its own, and so is
 * the end: neither holds a lock while it waits for another. Raises 'credentials-wrong'.
 */
export async function rejectStaleSignIn(
  { database }: Pick<ServerContext, 'database'>,
  { response }: BetterAuthResponse,
  verified: string | undefined,
): Promise<void> {
  const { token, user } = response as { token: string; user: { id: string } };
  const current = await findCommittedPasswordHash(database.orm, user.id);
  if (verified !== undefined && current === verified) return;
  await database.orm.delete(identitySessions).where(eq(identitySessions.token, token));
  throw accountProblem('credentials-wrong');
}

import { eq } from 'drizzle-orm';
import type { ServerContext } from '#platform/server/server-context.ts';
import { accountProblem } from '../../../contract.ts';
import type { BetterAuthResponse } from '../better-auth/call-better-auth.ts';
import { findCommittedPasswordHash } from './password-hashes.ts';
import { hashSessionToken } from '../sessions/session-tokens.ts';
import { identitySessions } from '../table.ts';

/**
 * Revokes a new session if the password was replaced while it was being compared: that change has revoked all
 * sessions except this one, which was created later. The hash is read after the session is stored, so a later
 * change finds the session. Reading and deleting are two statements, so that neither waits with a lock.
 * Throws 'invalid-credentials'.
 */
export async function rejectStaleSignIn(
  { database }: Pick<ServerContext, 'database'>,
  { response }: BetterAuthResponse,
  verified: string | undefined,
): Promise<void> {
  const { token, user } = response as { token: string; user: { id: string } };
  const current = await findCommittedPasswordHash(database.orm, user.id);
  if (verified !== undefined && current === verified) return;
  await database.orm.delete(identitySessions).where(eq(identitySessions.token, hashSessionToken(token)));
  throw accountProblem('invalid-credentials');
}

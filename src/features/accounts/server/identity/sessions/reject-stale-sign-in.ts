import { eq } from 'drizzle-orm';
import type { Database } from '#platform/server/database/database.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { accountProblem } from '../../../contract.ts';
import { hashSessionToken } from './session-tokens.ts';
import { identitySessions } from '../../table.ts';

type Credential = {
  /** Whether the credential is still the one of the sign-in, after all changes in progress have committed. */
  isCurrent: (orm: Pick<Database['orm'], 'select'>) => Promise<boolean>;
  problem: 'invalid-credentials' | 'passkey-not-accepted';
};

/**
 * Revokes a new session if its credential was replaced or deleted while it was being checked: that change revoked
 * only older sessions. The credential is read after the session is stored, so a later change finds the session. Two
 * statements, so that neither waits with a lock. Throws the problem of the credential.
 */
export async function rejectStaleSignIn(
  { database }: Pick<ServerContext, 'database'>,
  sessionToken: string,
  { isCurrent, problem }: Credential,
): Promise<void> {
  if (await isCurrent(database.orm)) return;
  await database.orm
    .delete(identitySessions)
    .where(eq(identitySessions.token, hashSessionToken(sessionToken)));
  throw accountProblem(problem);
}

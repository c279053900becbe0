import { eq } from 'drizzle-orm';
import type { Actor, Caller } from '#platform/server/http/endpoint-registry.ts';
import { accountProblem } from '../../../contract.ts';
import { getOwnIdentity } from '../get-own-identity.ts';
import type { IdentityContext } from '../identity-context.ts';
import { lockSessionOfRequest } from '../sessions/lock-session-of-request.ts';
import { identityPasskeys } from '../table.ts';
import { MAX_PASSKEYS } from './own-passkeys.ts';
import { markPasskeyCheck } from './mark-passkey-check.ts';

type Context = Pick<IdentityContext, 'database' | 'clock' | 'mailer' | 'emails'>;
type Registration = { passkeyId: string; actor: Actor; session: string; caller: Caller };

/**
 * Accepts a passkey that Better Auth has just stored, and tells the user by email; or deletes it. Better Auth
 * stores it in a statement of its own, after it has read the session: in between the account may have gone
 * to its owner, and its other credentials with it. Throws 'invalid-token' and 'passkey-limit-reached', of two
 * registrations at once perhaps to both.
 */
export async function acceptPasskey(
  { database, clock, mailer, emails }: Context,
  { passkeyId, actor, session, caller }: Registration,
): Promise<void> {
  try {
    await database.transaction(async (tx) => {
      await lockSessionOfRequest(tx, { actor, caller });
      const identity = await getOwnIdentity(tx, actor.id);
      const count = await tx.$count(identityPasskeys, eq(identityPasskeys.userId, identity.id));
      if (count > MAX_PASSKEYS) throw accountProblem('passkey-limit-reached');
      await markPasskeyCheck(tx, session, clock.now());
      if (identity.emailVerified) await mailer.send(tx, emails.passkeyAdded(identity));
    });
  } catch (error) {
    await database.orm.delete(identityPasskeys).where(eq(identityPasskeys.id, passkeyId));
    throw error;
  }
}

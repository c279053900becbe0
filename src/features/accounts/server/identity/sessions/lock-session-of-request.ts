import { eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import type { Transaction } from '#platform/server/database/database.ts';
import type { Caller } from '#platform/server/caller.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import { isUuid } from '#platform/shared/is-uuid.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import { findBearerToken } from '../../tokens/authenticate.ts';
import { EMBEDDED_ISSUER } from '../../issuers.ts';
import { identitySessions, users } from '../../table.ts';

/**
 * The session of the verified token of a request; null with another identity provider. Locks user and session until
 * the end of the transaction, in the order of a revocation. Throws 'invalid-token' if it was revoked meanwhile.
 */
export async function lockSessionOfRequest(
  tx: Transaction,
  { actor, caller }: { actor: Pick<Actor, 'id'>; caller: Caller },
): Promise<string | null> {
  const [user] = await tx
    .select({ issuer: users.issuer })
    .from(users)
    .where(eq(users.id, actor.id))
    .for('no key update');
  if (user === undefined) throw commonProblem('invalid-token');
  if (user.issuer !== EMBEDDED_ISSUER) return null;
  const token = findBearerToken(caller);
  const sid = token === null ? undefined : decodeJwt(token)['sid'];
  if (typeof sid !== 'string' || !isUuid(sid)) throw commonProblem('invalid-token');
  const [session] = await tx
    .select({ id: identitySessions.id })
    .from(identitySessions)
    .where(eq(identitySessions.id, sid))
    .for('key share');
  if (session === undefined) throw commonProblem('invalid-token');
  return session.id;
}

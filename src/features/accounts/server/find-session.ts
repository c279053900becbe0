import { eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import type { Transaction } from '#platform/server/database/database.ts';
import type { Caller } from '#platform/server/http/mount-calls.ts';
import { bearerOf } from './authenticate.ts';
import { identitySessions } from './identity/table.ts';

const isUuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * The session of ours that the token of a call, which has been looked into by now, was issued to. Null where another identity
 * provider keeps the sessions. Whatever is kept for a session is over when its row is gone.
 */
export async function findSession(tx: Transaction, caller: Caller): Promise<string | null> {
  const token = bearerOf(caller);
  const sid = token === null ? undefined : decodeJwt(token)['sid'];
  if (typeof sid !== 'string' || !isUuid.test(sid)) return null;
  const [session] = await tx
    .select({ id: identitySessions.id })
    .from(identitySessions)
    .where(eq(identitySessions.id, sid));
  return session?.id ?? null;
}

import { and, eq, ne } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { sessionsEnded } from '../account-events.ts';
import { users } from '../table.ts';
import { embeddedIssuer } from './create-identity.ts';
import { identitySessions } from './table.ts';

/**
 * The person of the market who signs in as this identity, locked; null before their first token. To be asked before anything of
 * the identity is written: a removal takes the two in this order.
 */
export async function lockPersonOf(tx: Transaction, identityId: string): Promise<{ id: string } | null> {
  const [person] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.issuer, embeddedIssuer), eq(users.subject, identityId)))
    .for('update');
  return person ?? null;
}

/**
 * Ends the sessions of an identity but the one that may stay, and with them their tokens.
 * Whoever calls it publishes 'sessions-ended' after the commit.
 */
export async function endSessions(
  tx: Transaction,
  { identityId, except }: { identityId: string; except: string | null },
): Promise<void> {
  const others = except === null ? undefined : ne(identitySessions.id, except);
  await tx.delete(identitySessions).where(and(eq(identitySessions.userId, identityId), others));
}

/** Sessions of an identity were ended: what is open of the person's is to be proven anew. */
export async function tellSessionsEnded(
  { database, events }: Pick<ServerContext, 'database' | 'events'>,
  identityId: string,
): Promise<void> {
  const [person] = await database.orm
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.issuer, embeddedIssuer), eq(users.subject, identityId)));
  if (person !== undefined) events.publish(sessionsEnded, { userId: person.id });
}

import { and, eq, ne } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import type { Topic } from '#platform/server/events/event-bus.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { profileChanged, sessionsEnded, userChanged } from '#features/accounts/server/account-events.ts';
import { users } from '#features/accounts/server/table.ts';
import { embeddedIssuer } from '../better-auth/create-better-auth.ts';
import { identitySessions } from '../table.ts';

/**
 * The person of the market who signs in as this identity, locked; null before their first token. To be asked before anything of
 * the identity is written: a removal takes the two in this order.
 */
export async function lockUserOfIdentity(
  tx: Transaction,
  identityId: string,
): Promise<{ id: string } | null> {
  const [user] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.issuer, embeddedIssuer), eq(users.subject, identityId)))
    .for('update');
  return user ?? null;
}

/**
 * Ends the sessions of an identity but the one that may stay, and with them their tokens.
 * Whoever calls it publishes 'sessions-ended' after the commit.
 */
export async function revokeSessions(
  tx: Transaction,
  { identityId, except }: { identityId: string; except: string | null },
): Promise<void> {
  const others = except === null ? undefined : ne(identitySessions.id, except);
  await tx.delete(identitySessions).where(and(eq(identitySessions.userId, identityId), others));
}

/** Sessions of an identity were ended: what is open of the person's is to be proven anew. */
export const publishSessionsEnded = (parts: Telling, identityId: string): Promise<void> =>
  publishForUser(parts, identityId, [sessionsEnded]);

/** An e-mail was proven, and whoever was signed in is so no longer. */
export const publishEmailVerified = (parts: Telling, identityId: string): Promise<void> =>
  publishForUser(parts, identityId, [sessionsEnded, userChanged, profileChanged]);

type Telling = Pick<ServerContext, 'database' | 'events'>;

/** The person is looked up after the commit: until then a first token may have made one, who has a socket open by now. */
async function publishForUser(
  { database, events }: Telling,
  identityId: string,
  topics: Topic<{ userId: string }>[],
): Promise<void> {
  const [user] = await database.orm
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.issuer, embeddedIssuer), eq(users.subject, identityId)));
  if (user === undefined) return;
  for (const topic of topics) events.publish(topic, { userId: user.id });
}

import { and, desc, eq, inArray, ne } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import type { Topic } from '#platform/server/events/event-bus.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { profileChanged, sessionsEnded, userChanged } from '../../account-events.ts';
import { users, identitySessions, identityUsers } from '../../table.ts';
import { EMBEDDED_ISSUER } from '../../issuers.ts';

/** Locks the user of an identity; null before the first token. Precedes writes to the identity, as in a deletion. */
export async function lockUserOfIdentity(
  tx: Transaction,
  identityId: string,
): Promise<{ id: string } | null> {
  const [user] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.issuer, EMBEDDED_ISSUER), eq(users.subject, identityId)))
    .for('update');
  return user ?? null;
}

/** Revokes the sessions of an identity except one, and their tokens. The caller publishes 'sessions-ended'. */
export async function revokeSessions(
  tx: Transaction,
  { identityId, except }: { identityId: string; except: string | null },
): Promise<void> {
  const others = except === null ? undefined : ne(identitySessions.id, except);
  await tx.delete(identitySessions).where(and(eq(identitySessions.userId, identityId), others));
}

/** Publishes `sessions-ended`, so that the user's open sockets authenticate again. */
export const publishSessionsEnded = (context: Context, identityId: string): Promise<void> =>
  publishForUser(context, identityId, [sessionsEnded]);

/** Publishes that an email is verified, and that the sessions from before are revoked. */
export const publishEmailVerified = (context: Context, identityId: string): Promise<void> =>
  publishForUser(context, identityId, [sessionsEnded, userChanged, profileChanged]);

type Context = Pick<ServerContext, 'database' | 'events'>;

/** Looks the user up after the commit: a first token may have created them, with a socket, until then. */
async function publishForUser(
  { database, events }: Context,
  identityId: string,
  topics: Topic<{ userId: string }>[],
): Promise<void> {
  const [user] = await database.orm
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.issuer, EMBEDDED_ISSUER), eq(users.subject, identityId)));
  if (user === undefined) return;
  for (const topic of topics) events.publish(topic, { userId: user.id });
}

/** More devices than a user has. */
const MAX_SESSIONS = 20;

export async function revokeExcessSessions({ database, events }: Context, email: string): Promise<void> {
  const { orm } = database;
  const user = orm.select({ id: identityUsers.id }).from(identityUsers).where(eq(identityUsers.email, email));
  const older = orm
    .select({ id: identitySessions.id })
    .from(identitySessions)
    .where(inArray(identitySessions.userId, user))
    .orderBy(desc(identitySessions.createdAt), desc(identitySessions.id))
    .offset(MAX_SESSIONS);
  const ended = await orm
    .delete(identitySessions)
    .where(inArray(identitySessions.id, older))
    .returning({ identityId: identitySessions.userId });
  if (ended.length > 0) await publishSessionsEnded({ database, events }, ended[0]!.identityId);
}

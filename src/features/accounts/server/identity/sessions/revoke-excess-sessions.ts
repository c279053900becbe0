import { desc, eq, inArray } from 'drizzle-orm';
import type { ServerContext } from '#platform/server/server-context.ts';
import { publishSessionsEnded } from './revoke-sessions.ts';
import { identitySessions, identityUsers } from '../table.ts';

/** More devices than a user has. */
const MAX_SESSIONS = 20;

/** Revokes the oldest sessions of an account with more than twenty. */
export async function revokeExcessSessions(
  { database, events }: Pick<ServerContext, 'database' | 'events'>,
  email: string,
): Promise<void> {
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

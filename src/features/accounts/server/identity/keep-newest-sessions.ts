import { desc, eq, inArray } from 'drizzle-orm';
import type { Database } from '#platform/server/database/database.ts';
import { identitySessions, identityUsers } from './table.ts';

/** More devices than anybody has. */
const most = 20;

/** Ends the oldest sessions of an account that has more than twenty. */
export async function keepNewestSessions({ orm }: Pick<Database, 'orm'>, email: string): Promise<void> {
  const person = orm
    .select({ id: identityUsers.id })
    .from(identityUsers)
    .where(eq(identityUsers.email, email));
  const older = orm
    .select({ id: identitySessions.id })
    .from(identitySessions)
    .where(inArray(identitySessions.userId, person))
    .orderBy(desc(identitySessions.createdAt), desc(identitySessions.id))
    .offset(most);
  await orm.delete(identitySessions).where(inArray(identitySessions.id, older));
}
